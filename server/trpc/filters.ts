import { z } from "zod";
import type { Filter, Filters, ValueOf } from "#server/kernel/list-filter.ts";

/** As the database counts records of which there are few; whatever is beyond is nobody's. */
export const recordId = () => z.number().int().positive().max(2_147_483_647);

type Field<F extends Filter> = z.ZodOptional<z.ZodType<ValueOf<F> | undefined, string>>;

/** The filters of a list as its page and its file send them: texts, refused when they mean nothing. */
export const filterInput = <F extends Filters>(filters: F) =>
  z.object(
    Object.fromEntries(Object.entries(filters).map(([name, filter]) => [name, fieldOf(filter)])) as unknown as {
      [K in keyof F]: Field<F[K]>;
    },
  );

/** The same with the place in a list that is read by cursor. */
export const listInput = <F extends Filters>(filters: F) =>
  filterInput(filters).extend({ before: z.number().int().positive().optional() });

/** The same of a list that can be read from its other end too. */
export const sortedInput = <F extends Filters>(filters: F) =>
  listInput(filters).extend({ order: z.enum(["oldest"]).optional() });

const PAGE = 50;

/** The page that is asked for, as verbs take it. */
export const pageOf = ({ before, order }: { before?: number; order?: "oldest" }) => ({
  limit: PAGE,
  beforeId: before,
  oldestFirst: order === "oldest",
});

const fieldOf = (filter: Filter) =>
  z
    .string()
    .transform((text, { addIssue }) => {
      const value = text === "" ? undefined : filter.read(text);
      if (text !== "" && value === undefined) addIssue(`${filter.label}: this cannot be looked for.`);
      return value;
    })
    .optional();
