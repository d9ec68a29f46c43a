import type { Inputs, Outputs } from "#server/trpc/types.ts";

export type ListName = Inputs["views"]["list"]["list"];
export type SavedView = Outputs["views"]["list"][number];

/** Equal for addresses that say the same. */
export function sameWords(query: string): string {
  const said = new URLSearchParams(query);
  said.sort();
  return said.toString();
}
