import { z } from "zod";
import { SUPPLIER_CODES } from "#server/domain/catalogue/suppliers/index.ts";
import { receiveFundingWebhook } from "#server/domain/money/funding/index.ts";
import { receiveSupplierWebhook } from "#server/domain/selling/orders/index.ts";
import { thisCell } from "#server/kernel/cell.ts";
import type { CellAnswer } from "#server/kernel/cell-calls.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { enqueue } from "#server/kernel/jobs.ts";

/** A webhook that may be about any cell's accounts, genuine where it came in. */
const Hint = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("supplier"), code: z.enum(SUPPLIER_CODES), body: z.string() }),
  z.object({ kind: z.literal("funding"), body: z.string(), signature: z.string() }),
]);
type Hint = z.infer<typeof Hint>;

/** All other cells are told, in the background and until each has heard it. */
export async function passHintOn({ db }: Ctx, hint: Hint): Promise<void> {
  if (thisCell() === null) return;
  const others = await db.prisma.cell.findMany({ where: { name: { not: thisCell()! } } });
  for (const { name } of others) await enqueue(db, "tell-cell", { cell: name, hint });
}

/** As if it had come in here. It is passed on no further. */
export async function receiveHint(ctx: Ctx, sent: unknown): Promise<CellAnswer> {
  const { success, data: hint } = Hint.safeParse(sent);
  if (!success) return { status: 422, body: { message: "This is no hint." } };
  if (hint.kind === "supplier") await receiveSupplierWebhook(ctx, hint.code, { body: hint.body, header: () => null });
  else await receiveFundingWebhook(ctx, hint.body, hint.signature);
  return { status: 200, body: {} };
}
