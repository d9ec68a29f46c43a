import type { Command } from "commander";
import { getAccount } from "#server/domain/accounts/index.ts";
import { exportEntries, verifyLedger } from "#server/domain/ledger/index.ts";
import { print } from "../print.ts";
import { withPlatform } from "../with-platform.ts";

export function addLedgerCommands(program: Command): void {
  const ledger = program.command("ledger").description("the hash-chained ledger");
  ledger
    .command("verify [code]")
    .description("recompute the chain of one account or of all; exit code 1 when it fails")
    .action(async (code: string | undefined, _options, command: Command) => {
      const result = await withPlatform(async (ctx) => {
        if (code !== undefined) await getAccount(ctx, code);
        return await verifyLedger(ctx, code);
      });
      print(command, { ...result });
      if (!result.ok) process.exitCode = 1;
    });
  ledger
    .command("export <code>")
    .description("every entry of an account, oldest first, as it was hashed; one JSON object per line")
    .action(async (code: string, _options, command: Command) => {
      await withPlatform(async (ctx) => {
        const { id } = await getAccount(ctx, code);
        const all = [];
        for (let after = 0; ; ) {
          const entries = await exportEntries(ctx, id, after);
          if (entries.length === 0) break;
          after = Number(entries.at(-1)!.sequence);
          if (command.optsWithGlobals().json) all.push(...entries);
          else for (const entry of entries) process.stdout.write(`${JSON.stringify(entry)}\n`);
        }
        if (command.optsWithGlobals().json) print(command, { account_code: code, entries: all });
      });
    });
}
