/**
 * `1 case`, `3 cases`.
 *
 * @param locale whose digits and separators; without it as they are
 * @param many of words that do not take an s
 */
export const counted = (n: number, noun: string, locale?: string, many = `${noun}s`): string =>
  `${locale ? n.toLocaleString(locale) : n} ${n === 1 ? noun : many}`;
