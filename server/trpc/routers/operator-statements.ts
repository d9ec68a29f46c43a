import { z } from "zod";
import {
  COLUMN_NAMES,
  getSupplierStatement,
  listStatements,
  previewStatement,
  settleDifference,
  uploadStatement,
} from "#server/domain/control/statements/index.ts";
import { after, DAY } from "#server/kernel/time.ts";
import { recordId } from "../filters.ts";
import { present } from "../present.ts";
import { operatorList, operatorProcedure, router } from "../trpc.ts";

const File = {
  supplier: z.string().max(40),
  /** In Base64: whoever wrote it decided on its letters. */
  file: z
    .base64("This file cannot be read.")
    .min(1, "The file is empty.")
    .max(8_000_000, "The file is larger than 6 MB."),
};
/** A day in UTC; null for none. */
const Day = z
  .union([z.iso.date(), z.literal("")])
  .transform((text) => (text === "" ? null : new Date(`${text}T00:00:00Z`)));

export const operatorStatementsRouter = router({
  list: operatorList.query(async ({ ctx }) => present(await listStatements(ctx))),
  get: operatorProcedure
    .input(z.object({ id: recordId(), skip: z.number().int().min(0).max(1_000_000).default(0) }))
    .query(async ({ ctx, input }) => present(await getSupplierStatement(ctx, input.id, { skip: input.skip }))),
  preview: operatorProcedure
    .input(z.object(File))
    .mutation(({ ctx, input }) => previewStatement(ctx, input.supplier, Buffer.from(input.file, "base64"))),
  upload: operatorProcedure
    .input(
      z.object({
        ...File,
        fileName: z.string().trim().min(1).max(200),
        columns: z.record(z.enum(COLUMN_NAMES), z.string().max(200)),
        from: Day,
        to: Day,
      }),
    )
    .mutation(({ ctx, input: { file, to, ...upload } }) =>
      uploadStatement(ctx, { ...upload, to: to && after(to, DAY), file: Buffer.from(file, "base64") }),
    ),
  settle: operatorProcedure
    .input(z.object({ id: recordId(), state: z.enum(["disputed", "corrected"]), note: z.string().trim().max(500) }))
    .mutation(({ ctx, input }) => settleDifference(ctx, input.id, input.state, input.note)),
});
