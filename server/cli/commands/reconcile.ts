import type { Command } from "commander";
import { type Difference, listDifferences, reconcile } from "#server/domain/control/reconciliation/index.ts";
import { since } from "../parse.ts";
import { print } from "../print.ts";
import { withSuppliers } from "../with-platform.ts";

const WHAT = {
  suppliers: "the suppliers' records of orders, top-ups, cancellations, refunds and amounts against ours",
  payments: "the payment provider's records of charges, refunds and disputes against ours",
} as const;

export function addReconcileCommands(program: Command): void {
  const noun = program
    .command("reconcile")
    .description("hold the records of others against ours; also after a restore");
  for (const kind of ["suppliers", "payments"] as const)
    noun
      .command(kind)
      .description(`${WHAT[kind]}; exit code 1 while a difference is open or a record cannot be read`)
      .option("--since <time>", "how far back: 2026-11-01, a full ISO time, or 30d; 7 days without it", since)
      .option("--dry-run", "only say what differs: nothing is adopted, given back or put before anybody")
      .action(async ({ since, dryRun }: { since?: Date; dryRun?: true }, command: Command) => {
        const { run, differences } = await withSuppliers(async (ctx) => {
          const dry: Difference[] | undefined = dryRun && [];
          const run = await reconcile(ctx, kind, { since, dry });
          return { run, differences: dry ?? (await listDifferences(ctx, { kind, runId: run.id })) };
        });
        if (command.optsWithGlobals().json) print(command, { ...run, differences });
        else {
          print(command, { ...run });
          print(command, { differences: (differences as Shown[]).map(toRow) });
        }
        if (!run.ok) process.exitCode = 1;
      });
}

type Shown = {
  /** What a dry run found has no place where people decide about it. */
  ref?: string;
  source: string;
  what: string;
  finding: string;
  outcome: string;
  text: string;
  step?: string;
};

const toRow = ({ ref = "", source, what, finding, outcome, text, step }: Shown) => ({
  ref,
  source,
  what,
  finding,
  outcome,
  text: step ? `${text} ${step}` : text,
});
