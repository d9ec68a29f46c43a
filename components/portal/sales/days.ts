const DAY_MS = 86_400_000;

/** A day as a date field has it, from its first moment in UTC; null for none. */
export const firstMoment = (day: string): Date | null => (day ? new Date(`${day}T00:00:00Z`) : null);

/** Until the day is over. */
export const lastMoment = (day: string): Date | null => {
  const first = firstMoment(day);
  return first && new Date(first.getTime() + DAY_MS);
};

/** The last day of what ends at a moment. */
export const lastDay = (end: Date): Date => new Date(end.getTime() - 1);
