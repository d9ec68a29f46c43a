import { log } from "./log.ts";

/**
 * One after the other, each on its own: one that fails is logged and does not stop those behind it. Whoever asked is told of the
 * first failure in the end.
 *
 * @param failed what to say of one
 */
export async function forEach<T>(
  items: T[],
  act: (item: T) => Promise<void>,
  failed: (item: T) => string,
): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items)
    try {
      await act(item);
    } catch (error) {
      errors.push(error);
      log().error({ error: String(error) }, failed(item));
    }
  if (errors.length > 0) throw errors[0];
}
