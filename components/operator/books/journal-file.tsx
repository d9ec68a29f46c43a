import { FilterBar } from "#components/operator/filter-bar.tsx";
import { Card } from "#components/ui/card.tsx";
import { journalFilter } from "#server/domain/money/books/books-filter.ts";

/** The lines behind the balances, for a bookkeeper's own program. */
export function JournalFile() {
  return (
    <Card
      title="Journal"
      lead="Every line of a period as a CSV file: amounts are numbers, two lines for each movement, which add up to nothing."
    >
      <FilterBar path="/api/reports/operator/journal" filters={journalFilter} texts={{}} send="Download CSV" />
    </Card>
  );
}
