const LONGEST = 64;
/** Of one comparison at a time: a search makes some thousand of them. */
const rows = [0, 1, 2].map(() => new Uint8Array(LONGEST + 1)) as [Uint8Array, Uint8Array, Uint8Array];

/**
 * Whether one word becomes the other by at most so many letters added, left out, replaced or exchanged with their neighbour
 * (Damerau and Levenshtein, optimal string alignment): how many, or one more than `most`.
 */
export function mistakes(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most || Math.max(a.length, b.length) > LONGEST) return most + 1;
  let [before, last, row] = rows;
  for (let j = 0; j <= b.length; j++) last[j] = j;
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    let least = i;
    const letter = a.charCodeAt(i - 1);
    for (let j = 1; j <= b.length; j++) {
      let count = Math.min(last[j - 1]! + (letter === b.charCodeAt(j - 1) ? 0 : 1), last[j]! + 1, row[j - 1]! + 1);
      const exchanged = i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      if (exchanged) count = Math.min(count, before[j - 2]! + 1);
      row[j] = count;
      if (count < least) least = count;
    }
    if (least > most) return most + 1;
    [before, last, row] = [last, row, before];
  }
  return Math.min(last[b.length]!, most + 1);
}
