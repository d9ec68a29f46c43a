import type { Ctx } from "#server/kernel/context.ts";

/** What was checked before is written after something else was: a process stood still before its first transaction. */
export function late<C extends Ctx>(ctx: C, before: () => Promise<unknown>): C {
  let isBefore = true;
  const db = new Proxy(ctx.db, {
    get(target, name) {
      const value = target[name as keyof typeof target];
      if (name !== "transaction" || !isBefore) return value;
      return async (work: Parameters<typeof target.transaction>[0]) => {
        isBefore = false;
        await before();
        return await target.transaction(work);
      };
    },
  });
  return { ...ctx, db };
}
