import type { Command } from "commander";
import { getTrialBalance } from "#server/domain/books/index.ts";
import { moment } from "../parse.ts";
import { print } from "../print.ts";
import { withPlatform } from "../with-platform.ts";

export function addBooksCommand(program: Command): void {
  program
    .command("books")
    .description("the trial balance of the business' own books; exit code 1 when it does not balance")
    .option("--at <time>", "as of then, such as 2026-11-30 or 2026-11-30T12:00:00Z; a day means its end", moment)
    .option("--each-wallet", "every reseller's wallet by itself")
    .action(async (asked: { at?: Date; eachWallet?: boolean }, command: Command) => {
      const { at, lines, totals } = await withPlatform((ctx) => getTrialBalance(ctx, asked));
      const balances = totals.every(({ debit, credit }) => debit.equals(credit));
      const total = totals.map((sum) => ({ account: "total", kind: "", ...sum }));
      print(command, {
        at,
        balances,
        lines: [...lines, ...total].map(({ account, kind, currency, debit, credit }) => ({
          account,
          kind,
          currency,
          debit,
          credit,
        })),
      });
      if (!balances) process.exitCode = 1;
    });
}
