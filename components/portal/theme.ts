export type Theme = "system" | "light" | "dark";

/** What the cookie says; anything else follows the system. */
export const readTheme = (cookie: string | undefined): Theme =>
  cookie === "light" || cookie === "dark" ? cookie : "system";
