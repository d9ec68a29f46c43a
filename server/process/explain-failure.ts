/** Faults of the surroundings are said in a sentence; a fault of ours with its stack. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return ["StartError", "EnvError"].includes(error.constructor.name) ? error.message : (error.stack ?? error.message);
}
