import { answerWith } from "#server/kernel/answer-status.ts";

/**
 * What a page reads; null, and the answer is 404, where there is no such thing: the page draws `Missing` then. What Next draws for
 * `notFound()` is empty without scripts.
 */
export async function unlessMissing<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (!isNotFound(error)) throw error;
    answerWith(404);
    return null;
  }
}

/** Whether it is what `notFound()` throws. */
export const isNotFound = (error: unknown): boolean => String((error as { digest?: unknown })?.digest).includes("404");
