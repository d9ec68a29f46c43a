import type { Command } from "commander";
import { findBankAccount, listBankAccounts, setBankAccount } from "#server/domain/money/funding/index.ts";
import { currencyCode } from "../parse.ts";
import { print } from "../print.ts";
import { withPlatform } from "../with-platform.ts";

type Options = { holder: string; bank: string; number: string; bic?: string; note?: string };

export function addBankCommands(program: Command): void {
  const bank = program.command("bank").description("where resellers of a currency transfer money to");
  bank
    .command("set <currency>")
    .description("show this account to resellers who announce a transfer")
    .requiredOption("--holder <name>", "whose account it is")
    .requiredOption("--bank <name>", "the bank")
    .requiredOption("--number <iban>", "the IBAN, or the number as its country writes it")
    .option("--bic <bic>", "8 or 11 letters and digits")
    .option("--note <text>", "what else a transfer needs, such as a routing number")
    .action(async (currency: string, { bic = "", note = "", ...given }: Options, command: Command) =>
      print(
        command,
        await withPlatform(async (ctx) => {
          const code = currencyCode(currency);
          await setBankAccount(ctx, { ...given, currency: code, bic, note });
          return { account: await findBankAccount(ctx.db, code) };
        }),
      ),
    );
  bank
    .command("list")
    .description("the accounts that are shown")
    .action(async (_options, command: Command) => print(command, { accounts: await withPlatform(listBankAccounts) }));
}
