/** The records of suppliers and of the payment provider held against ours: what differs is adopted, given back, or put before people. */
export {
  listDifferences,
  listReconciliationRuns,
  requestReconciliation,
} from "./list-runs.ts";
export { reconcile } from "./reconcile.ts";
export type { Difference } from "./record-difference.ts";
