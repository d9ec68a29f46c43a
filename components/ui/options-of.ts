/** The states of a record as options. */
export const optionsOf = (states: Record<string, { label: string }>): { value: string; label: string }[] =>
  Object.entries(states).map(([value, { label }]) => ({ value, label }));
