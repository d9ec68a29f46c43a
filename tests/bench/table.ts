/** A ratio of null has no floor to be held against. */
export type Add = (figure: string, value: string, floor: string, ratio: number | null, wanted: number | null) => void;
type Row = { figure: string; value: string; floor: string; ratio: number | null; wanted: number | null };

const rows: Row[] = [];
export const say = (line: string) => process.stdout.write(`${line}\n`);

export const add: Add = (figure, value, floor, ratio, wanted) => {
  rows.push({ figure, value, floor, ratio, wanted });
  say(`  ${figure}: ${value}${ratio === null ? "" : ` = ${ratio.toFixed(2)} × ${floor}`}`);
};

export function report(): void {
  say("\n| figure | measured | against | ratio | wanted | |\n|---|---|---|---|---|---|");
  for (const { figure, value, floor, ratio, wanted } of rows)
    say(
      `| ${figure} | ${value} | ${floor} | ${ratio?.toFixed(2) ?? ""} | ${wanted === null ? "" : `≥ ${wanted.toFixed(2)}`} | ${ratio === null || wanted === null ? "" : ratio >= wanted ? "ok" : "MISSED"} |`,
    );
}
