/** Copies of the built-in PostgreSQL elsewhere: base backups and what it writes ahead, and a database made anew from them. */

export { keepBackups } from "./keep-backups.ts";
export { type BaseBackup, listBaseBackups } from "./kept.ts";
export { makeBaseBackup } from "./make-base-backup.ts";
export { type Restored, restoreCluster } from "./restore-cluster.ts";
export { shipWal } from "./ship-wal.ts";
export { verifyBackups } from "./verify-backups.ts";
