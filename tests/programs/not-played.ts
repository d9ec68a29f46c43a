import type { TestContext } from "vitest";

/** Says so wherever the run is read: what was not played has shown nothing. */
export async function notPlayed({ annotate, task }: TestContext, missing: string): Promise<void> {
  const words = `not played, ${missing} is not installed`;
  await annotate(words, "warning");
  process.stderr.write(`${task.name}: ${words}\n`);
}
