/** How the copies of the database stand that are kept elsewhere: what was made last, and what cannot be made. */

export {
  type BackupKind,
  type BackupOutcome,
  type BackupState,
  forgetBackups,
  listBackupStates,
  recordBackup,
} from "./backup-state.ts";
