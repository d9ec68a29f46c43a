import type { Zod } from "#components/portal/zod.ts";

/** What a page can say at once; the server has the last word. */
export const newPassword = (z: Zod) =>
  z
    .string()
    .check(
      z.minLength(10, "A password needs at least 10 characters."),
      z.maxLength(200, "A password has at most 200 characters."),
    );

export const PASSWORD_HELP =
  "At least 10 characters. Three or four random words are easy to remember and hard to guess.";
