import type { StaffCtx } from "#server/trpc/context.ts";

/** A list as a file: the same filters as on the page, all pages of it. */
export type Report<C = StaffCtx> = {
  header: string[];
  rows(ctx: C, query: Record<string, string>): AsyncGenerator<(string | number | Date)[]>;
};
