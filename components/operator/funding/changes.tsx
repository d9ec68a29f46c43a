import { Sentence } from "#components/ui/sentence.tsx";
import type { Decision } from "./decision-words.ts";

/** What will be another one, or was made so: from what to what. */
export function Changes({ details }: Pick<Decision, "details">) {
  return details.changes?.map(({ what, from, to }) => (
    <span key={what} className="block [overflow-wrap:anywhere] font-normal text-xs">
      <span className="text-ink-soft">{what}: </span>
      <Sentence>{from}</Sentence>
      <span aria-hidden> → </span>
      <span className="sr-only"> becomes </span>
      <b className="font-semibold">
        <Sentence>{to}</Sentence>
      </b>
    </span>
  ));
}
