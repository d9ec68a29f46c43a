import type { Command } from "commander";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { print } from "../print.ts";
import { withPlatform } from "../with-platform.ts";

export function addAuditCommand(program: Command): void {
  program
    .command("audit")
    .description("check every money and state invariant; exit code 1 when one is broken")
    .action(async (_options, command: Command) => {
      const result = await withPlatform(checkInvariants);
      print(command, { ...result });
      if (!result.ok) process.exitCode = 1;
    });
}
