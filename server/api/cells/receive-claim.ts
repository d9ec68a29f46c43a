import { answerClaim, Claim, Returned, takeBack } from "#server/domain/reseller/names/index.ts";
import { isHome } from "#server/kernel/cell.ts";
import type { CellAnswer } from "#server/kernel/cell-calls.ts";
import type { Ctx } from "#server/kernel/context.ts";

const notSo = (message: string): CellAnswer => ({ status: 422, body: { message } });
const NOT_HOME = notSo("Names are claimed at home.");

/** 200: the name is the cell's; 409: it is another's, who is said; 429: the account has as many as it may have. */
export async function receiveClaim(ctx: Ctx, sent: unknown): Promise<CellAnswer> {
  if (!isHome()) return NOT_HOME;
  const { success, data } = Claim.safeParse(sent);
  if (!success) return notSo("This is no name that can be claimed.");
  const claimed = await answerClaim(ctx, data);
  if (claimed === "unknown") return notSo(`The directory knows no cell ${data.cell}.`);
  if (claimed === "enough") return { status: 429, body: { message: "This account has as many names as it may have." } };
  return { status: claimed.cell === data.cell ? 200 : 409, body: claimed };
}

export async function receiveReturned(ctx: Ctx, sent: unknown): Promise<CellAnswer> {
  if (!isHome()) return NOT_HOME;
  const { success, data } = Returned.safeParse(sent);
  return success ? { status: 200, body: { names: await takeBack(ctx, data) } } : notSo("These are no names.");
}
