export type Theme = "system" | "light" | "dark";

/** How high the rows of lists are, where there is a mouse to point with. */
export type Rows = "roomy" | "dense";

export const readRows = (cookie: string | undefined): Rows => (cookie === "dense" ? cookie : "roomy");

/** What the cookie says; anything else follows the system. */
export const readTheme = (cookie: string | undefined): Theme =>
  cookie === "light" || cookie === "dark" ? cookie : "system";
