import type { Ctx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { changeEsims } from "./change-esims.ts";
import type { ChangeSource, Esim } from "./esim.ts";
import { type EsimReport, nextState } from "./next-state.ts";
import { findEsimById } from "./read-esims.ts";

/** Another change may come between reading and writing; that many in a row means that something else is wrong. */
const ATTEMPTS = 5;

/** Takes a report about one eSIM over and returns the eSIM as it is then. */
export async function reportEsim(ctx: Ctx, esim: Esim, report: EsimReport, source: ChangeSource): Promise<Esim> {
  let known: Esim | null = esim;
  for (let attempt = 0; known && attempt < ATTEMPTS; attempt++) {
    const at = ctx.clock.now();
    const state = nextState(known, report, at);
    const changed = await changeEsims(ctx.db, [{ esim: known, state, source, at }]);
    if (changed.size > 0) return { ...known, ...state, version: known.version + 1 };
    known = await findEsimById(ctx.db, esim.id);
  }
  return fail("conflict", "The eSIM is being changed by others at this moment. Repeat the request.");
}
