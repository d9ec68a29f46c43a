import { createLoader, parseAsInteger } from "nuqs/server";

/** What the address of the mails' page carries. */
export const mailSearch = { before: parseAsInteger };
export const loadMailSearch = createLoader(mailSearch);
