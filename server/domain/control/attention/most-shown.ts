/** Of a list no more than these: the rest is on its own page. */
export const MOST_SHOWN = 5;
