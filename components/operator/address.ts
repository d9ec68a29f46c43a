/** An address with what is set of a search. */
export function addressOf(path: string, search: Record<string, string | undefined>): string {
  const set = Object.entries(search).filter((entry): entry is [string, string] => !!entry[1]);
  const query = new URLSearchParams(set);
  return query.size > 0 ? `${path}?${query}` : path;
}

export type Search = Record<string, string | string[] | undefined>;

/** One value of a search; nothing for what is empty or said twice. */
export function textOf(search: Search, name: string): string | undefined {
  const value = search[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** One of the values that there are. */
export function choiceOf<T extends string>(search: Search, name: string, values: readonly T[]): T | undefined {
  const value = textOf(search, name);
  return values.find((one) => one === value);
}

/** A place in a list. */
export function cursorOf(search: Search): number | undefined {
  const value = textOf(search, "before");
  return value && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : undefined;
}
