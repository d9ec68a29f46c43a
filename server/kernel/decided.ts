import type { Database, Queryable } from "./db.ts";

/** What a decision adds to the act that it lets through: its judgement before, its record after, in one transaction. */
export type Decided = {
  /** Throws when the act may not happen. Takes its locks before the act takes those of wallets. */
  before(tx: Queryable): Promise<void>;
  after(tx: Queryable, outcome: string): Promise<void>;
};

/** Runs an act in one transaction with the decision that it was let through by, if there is one. */
export async function transactDecided(
  db: Database,
  decided: Decided | undefined,
  act: (tx: Queryable) => Promise<string>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await decided?.before(tx);
    const outcome = await act(tx);
    await decided?.after(tx, outcome);
  });
}
