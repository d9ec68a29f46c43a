import type { Command } from "commander";
import { bookTransfer, getTrialBalance } from "#server/domain/money/books/index.ts";
import type { Money } from "#server/kernel/money.ts";
import { currencyCode, decimal, moment } from "../parse.ts";
import { print } from "../print.ts";
import { withPlatform } from "../with-platform.ts";

type Typed = { reference: string; note: string; fee?: Money; arrived?: Money; arrivedCurrency?: string };

export function addBooksCommands(program: Command): void {
  const books = program
    .command("books")
    .description("the trial balance of the business' own books; exit code 1 when it does not balance")
    .option("--at <time>", "as of then, such as 2026-11-30 (its end) or 2026-11-30T12:00:00Z", moment)
    .option("--each-wallet", "every reseller's wallet by itself")
    .action(async (asked: { at?: Date; eachWallet?: boolean }, command: Command) => {
      const { at, lines, totals } = await withPlatform((ctx) => getTrialBalance(ctx, asked));
      const balances = totals.every(({ debit, credit }) => debit.equals(credit));
      const sums = totals.map(({ currency, ...sides }) => ({ account: "total", kind: null, currency, ...sides }));
      print(command, { at, balances, lines: [...lines, ...sums] });
      if (!balances) process.exitCode = 1;
    });
  books
    .command("transfer <from> <to> <amount> <currency>")
    .description("book money between the business' own accounts, such as from bank to float:airalo")
    .requiredOption("--reference <text>", "as on the statement: the same one again books nothing")
    .requiredOption("--note <text>", "what it is")
    .option("--fee <amount>", "what of the amount was kept on the way", decimal)
    .option("--arrived <amount>", "what came, in another currency", decimal)
    .option("--arrived-currency <code>", "the currency of --arrived", currencyCode)
    .action(async (from: string, to: string, amount: string, currency: string, typed: Typed, command: Command) => {
      const { arrived, arrivedCurrency, ...rest } = typed;
      const came = arrived && { arrived: { amount: arrived, currency: arrivedCurrency ?? currencyCode(currency) } };
      const money = { amount: decimal(amount), currency: currencyCode(currency) };
      const booked = await withPlatform((ctx) => bookTransfer(ctx, { from, to, ...money, ...rest, ...came }));
      print(command, { booked, ...(!booked && { note: "This reference was booked before. Nothing was booked now." }) });
    });
}
