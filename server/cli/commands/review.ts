import { type Command, Option } from "commander";
import {
  askSupplier,
  listEvidence,
  listReviews,
  RESOLUTIONS,
  type Resolution,
  resolveReview,
} from "#server/domain/selling/actions/index.ts";
import { print } from "../print.ts";
import { withPlatform, withSuppliers } from "../with-platform.ts";

export function addReviewCommands(program: Command): void {
  const review = program.command("review").description("orders and actions whose outcome at a supplier is unknown");
  review
    .command("list")
    .description("what is being looked for, and what waits for a decision")
    .action(async (_options, command: Command) =>
      print(command, { reviews: await withPlatform((ctx) => listReviews(ctx)) }),
    );
  review
    .command("evidence <reference>")
    .description("every exchange with the supplier under a reference of `review list`")
    .action(async (reference: string, _options, command: Command) =>
      print(command, { exchanges: await withPlatform((ctx) => listEvidence(ctx, reference)) }),
    );
  review
    .command("ask <ref>")
    .description("what the supplier says now of an order (B2B-…) or action (ACT-…)")
    .action(async (ref: string, _options, command: Command) =>
      print(command, { asked: await withSuppliers((ctx) => askSupplier(ctx, ref)) }),
    );
  review
    .command("resolve <ref>")
    .description(
      "decide an order (B2B-…), an action (ACT-…) or a difference (REC-…); failed is refunded. The supplier is asked first",
    )
    .addOption(new Option("--as <outcome>", "how it ended").choices([...RESOLUTIONS]).makeOptionMandatory())
    .option("--supplier-reference <reference>", "the supplier's own reference of what succeeded")
    .option("--without-answer", "the supplier does not answer, and you know it from elsewhere")
    .option("--order <reference>", "the order that a difference is attached to")
    .requiredOption("--note <text>", "why, for the record")
    .action(async (ref: string, resolution: Resolution, command: Command) =>
      print(command, await withSuppliers((ctx) => resolveReview(ctx, ref, resolution))),
    );
}
