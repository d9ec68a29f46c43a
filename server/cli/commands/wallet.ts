import type { Command } from "commander";
import { stopAutoFundingOf } from "#server/domain/money/funding/index.ts";
import { adjustWallet, fundWallet } from "#server/domain/money/ledger/index.ts";
import type { Money } from "#server/kernel/money.ts";
import { decimal } from "../parse.ts";
import { print } from "../print.ts";
import { withPlatform } from "../with-platform.ts";

export function addWalletCommands(program: Command): void {
  const wallet = program.command("wallet").description("money in and out of wallets");
  wallet
    .command("fund <code> <amount>")
    .description("book a deposit, in the account currency")
    .option("--note <text>", "what it is for")
    .option("--reference <text>", "of the payment, as on the bank statement: the same one again books nothing")
    .action(async (code: string, amount: string, of: { note?: string; reference?: string }, command: Command) =>
      print(command, shown(await withPlatform((ctx) => fundWallet(ctx, code, decimal(amount), of)))),
    );
  wallet
    .command("adjust <code>")
    .description("correct a wallet")
    .requiredOption("--by <amount>", "signed, such as --by=-12.50", decimal)
    .requiredOption("--note <text>", "why")
    .action(async (code: string, { by, note }: { by: Money; note: string }, command: Command) =>
      print(command, shown(await withPlatform((ctx) => adjustWallet(ctx, code, by, note)))),
    );
  wallet
    .command("stop-charges <code>")
    .description("switch automatic funding off: the saved card is not charged any more")
    .requiredOption("--note <text>", "why; the reseller reads it")
    .action(async (code: string, { note }: { note: string }, command: Command) => {
      await withPlatform((ctx) => stopAutoFundingOf(ctx, code, note));
      print(command, { account_code: code, automatic_funding: false });
    });
}

type Posted = { ledgerReference: string; balanceAfter: Money; posted: boolean };

const shown = ({ ledgerReference, balanceAfter, posted }: Posted) => ({
  ledger_reference: ledgerReference,
  balance_after: balanceAfter,
  ...(!posted && { note: "This payment was booked before, as this entry. Nothing was booked now." }),
});
