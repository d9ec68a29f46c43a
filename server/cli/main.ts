import "../process/compile-cache.ts";
import { ensureGenerated } from "../process/ensure-build.ts";

// `npm run -s svc -- <noun> <verb> …`: 0 done, 1 refused (one sentence on standard error), 2 wrong usage.
// Every user of the machine can read the list of processes: addresses are in it without their passwords.
process.title = ["svc", ...process.argv.slice(2)].join(" ").replaceAll(/:\/\/[^\s/?#]*@/g, "://***@");
try {
  ensureGenerated();
  const { runCommand } = await import("./run-command.ts");
  process.exitCode = await runCommand(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
