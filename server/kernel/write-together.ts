import { isDatabaseBusy, isDatabaseDown } from "./database-errors.ts";

/**
 * Writes many in one statement. When the database refuses it, nothing was written, and each half is tried alone, down to
 * those that it refuses: one must not take the others with it. After a lost connection nobody knows what was written, and
 * what was locked or too slow stays so for the halves: the error goes to the caller, nothing is written twice.
 *
 * @param refused is told of each one that could not be written even alone
 */
export async function writeTogether<T, R>(
  items: T[],
  write: (items: T[]) => Promise<R[]>,
  refused: (item: T, error: Error) => void,
): Promise<R[]> {
  if (items.length === 0) return [];
  try {
    return await write(items);
  } catch (error) {
    if (isDatabaseDown(error) || isDatabaseBusy(error)) throw error;
    if (items.length === 1) {
      refused(items[0]!, error as Error);
      return [];
    }
    const middle = items.length >> 1;
    const first = await writeTogether(items.slice(0, middle), write, refused);
    return [...first, ...(await writeTogether(items.slice(middle), write, refused))];
  }
}
