import type { Command } from "commander";
import { refundOrder } from "#server/domain/selling/orders/index.ts";
import { print } from "../print.ts";
import { withPlatform } from "../with-platform.ts";

type Options = { note: string; keepPayment?: string };

export function addOrderCommands(program: Command): void {
  program
    .command("order")
    .description("orders of resellers")
    .command("refund <reference>")
    .description("give a delivered order back: what was charged and not refunded yet, once")
    .requiredOption("--note <text>", "why, for the record and the reseller")
    .option("--keep-payment <why>", "of a traveller who bought it in a shop; without it, the payment goes back")
    .action(async (reference: string, { note, keepPayment }: Options, command: Command) => {
      const refunded = await withPlatform((ctx) => refundOrder(ctx, reference, note, undefined, keepPayment));
      print(command, {
        order_reference: refunded.reference,
        refunded_amount: refunded.amount,
        ledger_reference: refunded.ledgerReference,
        balance_after: refunded.balanceAfter,
      });
    });
}
