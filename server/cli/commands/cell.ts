import type { Command } from "commander";
import { migrate } from "#prisma/migrate.ts";
import { createCell, homeDatabase, listCells, measureCell, type NewCell } from "#server/domain/control/cells/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { env } from "#server/kernel/env.ts";
import { cellName, origin, postgresUrl } from "../parse.ts";
import { print } from "../print.ts";
import { withPlatform } from "../with-platform.ts";

const say = (line: string): void => void process.stderr.write(`${line}\n`);

type Options = Omit<NewCell, "name" | "homeAddress" | "homeDatabase"> & { homeAddress?: string; homeDatabase?: string };

export function addCellCommands(program: Command): void {
  const cell = program
    .command("cell")
    .description("cells: whole installations that share a catalogue (docs/scaling.md)");
  cell
    .command("create")
    .argument("<name>", "what CELL of its processes is", cellName)
    .description(
      "make an empty database a cell, at home; run again it goes on where it stopped, and takes another address",
    )
    .requiredOption("--database <url>", "the empty database, as this machine reaches it", postgresUrl)
    .requiredOption("--address <url>", "where other cells reach its web processes", origin)
    .option("--home-address <url>", "where they reach those of this installation; PUBLIC_URL without it", origin)
    .option(
      "--home-database <url>",
      "how its PostgreSQL reaches the one of this installation; as we do without it",
      postgresUrl,
    )
    .action(async (name: string, { database, address, ...home }: Options, command: Command) => {
      const made = await withPlatform((ctx) => {
        const { homeAddress = env().publicUrl, homeDatabase: to = homeDatabase() } = home;
        return createCell(ctx, { name, database, address, homeAddress, homeDatabase: to }, { migrate, say });
      });
      print(command, { number: made.number, name, address, ...environmentOf(name, database) });
      say(
        "Give its processes these variables and start them. CELLS_SECRET is the same as here; TRUSTED_PROXIES of both lists the other's addresses.",
      );
    });
  cell
    .command("list")
    .description("all cells, and how far each is behind what home has changed")
    .action(async (_options, command: Command) => print(command, { cells: await withPlatform(listRows) }));
}

async function listRows(ctx: Ctx) {
  const [cells, { behind }] = await Promise.all([listCells(ctx), measureCell(ctx)]);
  return cells.map(({ number, name, address, createdAt }) => ({
    number,
    name,
    address,
    // Known at home.
    behind_bytes: behind.find(({ cell }) => cell === number)?.bytes ?? null,
    created_at: createdAt,
  }));
}

/** What its deployment has to say. */
const environmentOf = (name: string, database: string) => ({
  CELL: name,
  CELLS_SECRET: "(as here)",
  DATABASE_URL: database,
  MASTER_KEY: "(of its own: 32 random characters or more, kept for good)",
  PUBLIC_URL: env().publicUrl,
});
