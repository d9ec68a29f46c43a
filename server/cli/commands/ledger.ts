import type { Command } from "commander";
import {
  copyCheckpoints,
  exportEntries,
  exportLedgerKeys,
  makeCheckpoint,
  proveCheckpoint,
  verifyLedger,
} from "#server/domain/money/ledger/index.ts";
import { signEverybodyOut } from "#server/domain/people/staff/index.ts";
import { enterAccount, getAccount } from "#server/domain/reseller/accounts/index.ts";
import { print } from "../print.ts";
import { withPlatform } from "../with-platform.ts";

export function addLedgerCommands(program: Command): void {
  const ledger = program.command("ledger").description("the hash-chained ledger");
  ledger
    .command("verify [code]")
    .description(
      "recompute the chain of one account, or of all and of the audit log, and hold it against the checkpoints; exit code 1 when it fails",
    )
    .action(async (code: string | undefined, _options, command: Command) => {
      const result = await withPlatform(async (ctx) => {
        if (code !== undefined) await getAccount(ctx, code);
        const startedAt = performance.now();
        const { checkpoints, newestCheckpoint, epochs, auditEntries, failures, ...counts } = await verifyLedger(
          ctx,
          code,
        );
        const perSecond = Math.round(counts.entries / ((performance.now() - startedAt) / 1_000));
        const newest = newestCheckpoint ? `${newestCheckpoint.number} of ${newestCheckpoint.at}` : null;
        return {
          ...counts,
          entries_per_second: perSecond,
          audit_entries: auditEntries,
          checkpoints,
          newest_checkpoint: newest,
          epochs,
          failures,
        };
      });
      print(command, result);
      if (!result.ok) process.exitCode = 1;
    });
  ledger
    .command("checkpoint")
    .description("sign where every account's chain and the audit log stand, in a file outside the database")
    .option("--anew", "go on with an empty folder, when the files of earlier checkpoints are lost or archived")
    .option("--restored <why>", "go on in a new epoch, when a restore of the database gave up entries that were signed")
    .action(async (options: { anew?: boolean; restored?: string }, command: Command) => {
      const made = await withPlatform(async (ctx) => ({
        ...(await makeCheckpoint(ctx, options)),
        copied: await copyCheckpoints(ctx),
        ...(options.restored && { sessions_ended: await signEverybodyOut(ctx) }),
      }));
      print(command, made);
    });
  ledger
    .command("proof <code>")
    .description("an account's place in the newest checkpoint, as docs/verify-ledger.mjs reads it")
    .action(async (code: string) => {
      const proof = await withPlatform(async (ctx) => proveCheckpoint(await enterAccount(ctx, code, "live")));
      process.stdout.write(`${JSON.stringify(proof)}\n`);
    });
  ledger
    .command("key")
    .description("the public keys that checkpoints are verified with, the one in use first")
    .action(async () => void process.stdout.write(await withPlatform(({ db }) => exportLedgerKeys(db))));
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
