/** Copies of the built-in PostgreSQL elsewhere: base backups and what it writes ahead, and a database made anew from them. */

export { type BaseBackup, listBaseBackups } from "./kept.ts";
export { makeBaseBackup } from "./make-base-backup.ts";
export { restoreCluster } from "./restore-cluster.ts";
export { verifyBackups } from "./verify-backups.ts";
