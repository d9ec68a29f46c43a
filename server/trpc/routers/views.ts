import { z } from "zod";
import { changeView, LIST_NAMES, listViews, removeView, saveView } from "#server/domain/people/views/index.ts";
import { recordId } from "../filters.ts";
import { router, staffProcedure } from "../trpc.ts";

const OfList = z.object({ list: z.enum(LIST_NAMES) });
const ViewId = z.object({ id: recordId() });
const Name = z.string().trim().min(1, "Enter a name.").max(40, "At most 40 characters.");
/** Names and texts as addresses have them; the page that opens it reads of them what means something. */
const Query = z
  .string()
  .max(2_000)
  .transform((text) => new URLSearchParams(text).toString());

export const viewsRouter = router({
  list: staffProcedure.input(OfList).query(({ ctx, input }) => listViews(ctx, input.list)),
  save: staffProcedure
    .input(OfList.extend({ name: Name, query: Query, shared: z.boolean() }))
    .mutation(({ ctx, input }) => saveView(ctx, input)),
  change: staffProcedure
    .input(ViewId.extend({ name: Name.optional(), shared: z.boolean().optional(), isDefault: z.boolean().optional() }))
    .mutation(({ ctx, input }) => changeView(ctx, input)),
  remove: staffProcedure.input(ViewId).mutation(({ ctx, input }) => removeView(ctx, input.id)),
});
