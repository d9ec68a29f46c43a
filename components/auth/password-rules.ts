import { z } from "zod";

/** What a page can say at once; the server has the last word. */
export const NewPassword = z
  .string()
  .min(10, "A password needs at least 10 characters.")
  .max(200, "A password has at most 200 characters.");

export const PASSWORD_HELP =
  "At least 10 characters. Three or four random words are easy to remember and hard to guess.";
