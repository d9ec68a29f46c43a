import { Command } from "commander";
import { requirePlainText } from "#server/kernel/plain-text.ts";
import { addAccountCommands } from "./commands/account.ts";
import { addAuditCommand } from "./commands/audit.ts";
import { addBackupCommands } from "./commands/backup.ts";
import { addBankCommands } from "./commands/bank.ts";
import { addBooksCommands } from "./commands/books.ts";
import { addCatalogCommands } from "./commands/catalog.ts";
import { addCellCommands } from "./commands/cell.ts";
import { addCellMoveCommand } from "./commands/cell-move.ts";
import { addDemoCommand } from "./commands/demo.ts";
import { addFxCommands } from "./commands/fx.ts";
import { addKeyCommands } from "./commands/key.ts";
import { addLedgerCommands } from "./commands/ledger.ts";
import { addOrderCommands } from "./commands/order.ts";
import { addPartitionCommands } from "./commands/partition.ts";
import { addReconcileCommands } from "./commands/reconcile.ts";
import { addReviewCommands } from "./commands/review.ts";
import { addSecretsCommands } from "./commands/secrets.ts";
import { addSimCommands } from "./commands/sim.ts";
import { addSupplierCommands } from "./commands/supplier.ts";
import { addUserCommands } from "./commands/user.ts";
import { addWalletCommands } from "./commands/wallet.ts";

/** Every command of `svc`. */
export function buildProgram(): Command {
  const program = new Command("svc")
    .description("Runs the platform: accounts, keys, money, suppliers, simulators.")
    .option("--json", "print one JSON object instead of a table")
    .exitOverride()
    .showHelpAfterError("(svc help lists all commands)");
  for (const add of [
    addAccountCommands,
    addWalletCommands,
    addKeyCommands,
    addUserCommands,
    addFxCommands,
    addSupplierCommands,
    addCatalogCommands,
    addLedgerCommands,
    addOrderCommands,
    addReviewCommands,
    addReconcileCommands,
    addAuditCommand,
    addBankCommands,
    addBooksCommands,
    addSecretsCommands,
    addBackupCommands,
    addPartitionCommands,
    addCellCommands,
    addCellMoveCommand,
    addSimCommands,
    addDemoCommand,
  ])
    add(program);
  program.hook("preAction", (_, command) => {
    for (const argument of command.processedArgs) requirePlainText(argument, command.name());
    requirePlainText(command.opts(), command.name());
  });
  for (const noun of program.commands)
    for (const verb of [noun, ...noun.commands]) {
      const name = verb === noun ? noun.name() : `${noun.name()} ${verb.name()}`;
      verb
        .option("--json", "print one JSON object instead of a table")
        .showHelpAfterError(`(svc ${name} --help shows what it takes)`)
        .exitOverride();
    }
  return program;
}
