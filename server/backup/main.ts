import "../process/compile-cache.ts";
import { ensureGenerated } from "../process/ensure-build.ts";

// A child of the service, where BACKUP_URL is set: copies its own PostgreSQL elsewhere.
ensureGenerated();
const [{ keepBackups }, { openBackupStore }, { sayThatHere }] = await Promise.all([
  import("./keep-backups.ts"),
  import("../kernel/object-store.ts"),
  import("../kernel/sign-of-life.ts"),
]);
sayThatHere();
let stopping = false;
process.on("SIGTERM", () => {
  stopping = true;
});
// The parent is gone: the next start keeps another one.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.send?.({ type: "ready" });
await keepBackups(openBackupStore()!, () => stopping);
process.exit(0);
