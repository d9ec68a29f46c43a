/** Which branch is taken where a text can be one thing or another; the same question has the same answer everywhere in one text. */
export type Choose = (question: string, answers: number) => number;

/** What this combination of answers leads to cannot be: it is no variant. */
export class Impossible extends Error {}

/**
 * Every answer to every question, each beside the first answers to the others, and all last answers together. What one
 * answer depends on another for is found on the way.
 */
export function variantsOf<T>(make: (choose: Choose) => T): T[] {
  const made: T[] = [];
  const asked = new Set<string>();
  const waiting: Map<string, number>[] = [new Map()];
  const attempt = (chosen: Map<string, number>, otherwise: (answers: number) => number): void => {
    const choose: Choose = (question, answers) => {
      if (chosen.has(question)) return chosen.get(question)!;
      for (let other = 1; other < answers; other++) {
        if (asked.has(`${question} ${other}`)) continue;
        asked.add(`${question} ${other}`);
        waiting.push(new Map([...chosen, [question, other]]));
      }
      return otherwise(answers);
    };
    try {
      made.push(make(choose));
    } catch (error) {
      if (!(error instanceof Impossible)) throw error;
    }
  };
  for (let next = waiting.shift(); next; next = waiting.shift()) attempt(next, () => 0);
  attempt(new Map(), (answers) => answers - 1);
  return made;
}
