/** The list of processes, which every user of the machine can read, does not show what was typed: addresses have passwords in them. */
export function hideArguments(name: string): void {
  process.title = name;
}
