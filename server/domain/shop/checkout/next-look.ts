/** When to look again; "again" at once, "over" never. */
export type Next = Date | "again" | "over";
