/**
 * What somebody may have meant by a path that is none: the same one written as ours are, or the one that ends like it
 * (`/balance` for `/account/balance`), or differs in its last letters (`/package`). Undefined when nothing is near.
 */
export function nearestPath(path: string, known: Iterable<string>): string | undefined {
  const paths = [...known];
  const plain = path.toLowerCase();
  if (plain.length < 3) return undefined;
  const inLetters = (one: string) => plain === one.toLowerCase();
  const nearly = (one: string) => Math.abs(one.length - plain.length) <= 2 && startsAlike(one, plain);
  return [inLetters, (one: string) => one.endsWith(plain), nearly].map((rule) => paths.find(rule)).find(Boolean);
}

/** All but the last two letters are the same: singular and plural. */
const startsAlike = (one: string, other: string): boolean =>
  one.slice(0, Math.max(one.length, other.length) - 2) === other.slice(0, Math.max(one.length, other.length) - 2);
