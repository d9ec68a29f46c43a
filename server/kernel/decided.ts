import { type Database, sql, type Transaction } from "./db.ts";

/** What a decision adds to the act that it lets through: its judgement before, its record after, in one transaction. */
export type Decided = {
  /** Throws when the act may not happen. Takes its locks before the act takes those of wallets. */
  before(tx: Transaction): Promise<void>;
  after(tx: Transaction, outcome: string): Promise<void>;
};

/** Runs an act in one transaction with the decision that it was let through by, if there is one. */
export async function transactDecided(
  db: Database,
  decided: Decided | undefined,
  act: (tx: Transaction) => Promise<string>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await decided?.before(tx);
    const outcome = await act(tx);
    await decided?.after(tx, outcome);
  });
}

/** Stands for the ledger's entry in a decision's outcome: it is posted last, with the wallet's lock. */
export const ENTRY_TO_COME = "LED-0";

/** The entry that the statement before this one has posted. */
export const POSTED_ENTRY = sql`'LED-' || currval('ledger_entries_id_seq')`;

/** Goes with the statement that posts the entry: the decision names it. */
export const nameEntry = sql`update decisions set outcome = ${POSTED_ENTRY} where outcome = ${ENTRY_TO_COME}`;
