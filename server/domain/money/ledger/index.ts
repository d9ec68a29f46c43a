/** The wallet and its hash-chained ledger: entries, balances, statements, proofs and checkpoints. */

export { findRestoredDatabase } from "./after-restore.ts";
export { type Booking, booked, bookingStatement } from "./book-wallet.ts";
export { copyCheckpoints, fetchCheckpoints } from "./checkpoint-files.ts";
export { exportChain, readChainHead } from "./export-chain.ts";
export {
  availableCredit,
  type Balance,
  getBalance,
  spendable,
  usedCredit,
} from "./get-balance.ts";
export { insufficientBalance } from "./insufficient-balance.ts";
export { ledgerFilter } from "./ledger-filter.ts";
export { checkpointPublicKey, exportLedgerKeys, handLedgerKeyOver } from "./ledger-keys.ts";
export { listCheckpoints } from "./list-checkpoints.ts";
export { type Entry, listEntries, listMovements } from "./list-entries.ts";
export { listOrderEntries } from "./list-order-entries.ts";
export { makeCheckpoint, proveCheckpoint } from "./make-checkpoint.ts";
export { adjustWallet, fundWallet, paymentReference } from "./post-entry.ts";
export { type MonthSums, readStatement, type Statement, sumMonth } from "./read-statement.ts";
export { getReserved, sumReserved } from "./reserved.ts";
export { AUDIT_LOG, exportEntries, verifyLedger } from "./verify-ledger.ts";
