/** What a form's schema is made with, once it has been fetched. */
export type Zod = typeof import("./zod-parts.ts");
