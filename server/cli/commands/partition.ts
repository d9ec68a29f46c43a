import type { Command } from "commander";
import { measurePartitions } from "#server/domain/control/partitions/index.ts";
import { print } from "../print.ts";
import { withPlatform } from "../with-platform.ts";

type Measured = Awaited<ReturnType<typeof measurePartitions>>[number];

export function addPartitionCommands(program: Command): void {
  const partition = program.command("partition").description("records that are kept for a term, in partitions");
  partition
    .command("list")
    .description("how far ahead partitions are made, and how old the oldest record is")
    .action(async (_options, command: Command) =>
      print(command, { partitions: (await withPlatform(measurePartitions)).map(toRow) }),
    );
}

const toRow = ({ what, tables, keptDays, partitions, bytes, oldest, aheadIds, ...is }: Measured) => ({
  records: what,
  tables: tables.join(", "),
  partitions,
  ids_ahead: aheadIds,
  kept_days: keptDays,
  oldest,
  bytes,
  needs_a_hand: [
    !is.isAhead && "no partition ahead",
    is.hasStrays && "rows beside all partitions",
    is.isLate && "older rows than the term allows",
  ]
    .filter(Boolean)
    .join(", "),
});
