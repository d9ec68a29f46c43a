import { spawn } from "node:child_process";
import type { Command } from "commander";
import { env } from "#server/kernel/env.ts";
import { abortMove, type Move, moveDatabase, type Watch } from "#server/move/index.ts";
import { startOwnPostgres } from "../../process/platform.ts";
import { postgresUrl } from "../parse.ts";
import { print } from "../print.ts";

type Options = { to: string; from?: string; fromTarget?: string; switch?: string; abort?: true };

const say = (line: string): void => void process.stderr.write(`${line}\n`);

export function addCellMoveCommand(program: Command): void {
  const cell =
    program.commands.find((one) => one.name() === "cell") ??
    program.command("cell").description("cells, each a whole installation");
  cell
    .command("move [name]")
    .description(
      "move this installation's database to another PostgreSQL while it works, with a pause of a second or two; run again, it goes on where it was",
    )
    .requiredOption("--to <url>", "an empty database in another cluster, by the cluster's own address", postgresUrl)
    .option("--from <url>", "the database's own address, if DATABASE_URL is one that follows the primary", postgresUrl)
    .option(
      "--from-target <url>",
      "where the target's server finds the source, if not by the same address",
      postgresUrl,
    )
    .option("--switch <command>", "leads the service's address to the target; run when the target is open")
    .option("--abort", "undo a move that has not come to its end")
    .action(async (name: string | undefined, options: Options, command: Command) => {
      requireOwnCell(name);
      const move = await toMove(options);
      const watch = stoppable();
      if (options.abort) {
        await abortMove(move, watch);
        print(command, { aborted: true });
        return;
      }
      const { pauseMs, switchMs, rows, told } = await moveDatabase(move, watch);
      print(command, { moved: true, pause_ms: pauseMs, switched_after_ms: switchMs, rows_compared: rows });
      for (const line of told) say(line);
      if (!options.switch) say("Lead the service's address to the target now: the former database lets nobody in.");
      say("Then: svc audit, svc ledger verify, a standby and backups of the target (docs/deploying.md).");
    });
}

/** A cell is moved where it is at home: by its own environment. */
function requireOwnCell(name: string | undefined): void {
  const own = env().cell?.name;
  if (name !== undefined && name !== own)
    throw new Error(
      `This is the environment of ${own ? `cell ${own}` : "an installation without cells"}: run svc cell move ${name} in that of cell ${name}.`,
    );
}

async function toMove({ to, from, fromTarget, switch: shell }: Options): Promise<Move> {
  const { directDatabaseUrl, databaseUrl } = env();
  return {
    to,
    from: from ?? directDatabaseUrl ?? databaseUrl ?? (await startOwnPostgres()).url,
    fromThere: fromTarget,
    switchOver: shell ? () => run(shell) : undefined,
  };
}

const run = (shell: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(shell, { shell: true, stdio: ["ignore", "inherit", "inherit"] });
    child.once("error", reject);
    child.once("close", (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`the command of --switch ended with ${code ?? signal}`)),
    );
  });

/** Ctrl-C is heard between two steps: nothing is left closed. */
function stoppable(): Watch {
  let isStopping = false;
  const stop = () => {
    isStopping = true;
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
  return { say, isStopping: () => isStopping };
}
