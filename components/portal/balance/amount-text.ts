import { z } from "zod/mini";

/** An amount as it is typed; exact, so it stays text. */
export const amountText = () =>
  z.string().check(
    z.trim(),
    z.regex(/^\d{1,11}(\.\d{1,2})?$/, "Enter an amount such as 250 or 1250.50."),
    z.refine((text) => /[1-9]/.test(text), "Enter an amount above zero."),
  );
