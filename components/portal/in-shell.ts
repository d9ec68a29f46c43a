/** One word for a shell, whatever is in it. */
export const inShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
