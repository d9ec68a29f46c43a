import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { migrate } from "#prisma/migrate.ts";
import { eventShapes } from "#server/api/v1/events.ts";
import { createCell } from "#server/domain/control/cells/index.ts";
import { systemContext } from "#server/kernel/context.ts";
import { connectionOptions, database } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { setEventShapes } from "#server/kernel/events.ts";
import { answerCell } from "#server/process/answer-cell.ts";
import { startPostgres } from "#server/process/embedded-postgres.ts";
import { say } from "./table.ts";

/** One installation: a database of the bench's PostgreSQL. */
export type Place = { url: string; cell: string | null; number: number; homeUrl: string };

const SECRET = "a secret of all cells for the bench, long enough";
const OTHERS = ["east", "south", "west"];

/** From here on this process is of that installation. */
export function settle({ url, cell }: Pick<Place, "url" | "cell">, dataDir?: string): void {
  overrideEnv({
    databaseUrl: url,
    masterKey: "a master key for the bench, long enough to be one",
    logLevel: "silent",
    mode: "production",
    cell: cell ? { name: cell, secret: SECRET } : undefined,
    ...(dataDir && { checkpointDir: join(dataDir, "checkpoints", cell ?? "alone") }),
  });
  setEventShapes(eventShapes);
}

type Cells = {
  dataDir: string;
  /** Of a database of that name that is no cell; made and migrated. */
  another(name: string): Promise<Place>;
  home: Place;
  /** Made one after another, from home as it is then. */
  makeOthers(): AsyncGenerator<Place>;
};

/** Home and three cells, all databases of one PostgreSQL in a folder of its own, which goes afterwards. */
export async function onFourCells(settings: string[], use: (cells: Cells) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "svc-cells-"));
  const all = ["wal_level=logical", "max_connections=300", ...settings];
  const postgres = await startPostgres({ dataDir, password: "cells", settings: all });
  const urlOf = (name: string) => postgres.url.replace("/service?", `/${name}?`);
  const newDatabase = async (name: string) => {
    const client = new pg.Client(connectionOptions(urlOf("postgres")));
    await client.connect();
    await client.query(`create database ${name}`);
    await client.end();
    return urlOf(name);
  };
  const home: Place = { url: postgres.url, cell: "home", number: 1, homeUrl: postgres.url };
  const server = createServer((request, response) => void answerCell(request, response));
  try {
    await migrate(home.url);
    await use({
      dataDir,
      home,
      async another(name) {
        const url = await newDatabase(name);
        await migrate(url);
        return { ...home, url, cell: null };
      },
      async *makeOthers() {
        settle(home);
        await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
        const homeAddress = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
        for (const name of OTHERS) {
          const wanted = { name, address: "http://127.0.0.1:1", homeAddress, homeDatabase: home.url };
          const url = await newDatabase(name);
          const { number } = await createCell(
            systemContext({ kind: "command", name: "bench" }),
            { ...wanted, database: url },
            { migrate, say: () => {} },
          );
          say(`${name} is cell ${number}`);
          yield { ...home, url, cell: name, number };
        }
      },
    });
  } finally {
    if (server.listening) {
      server.close();
      await database().close();
    }
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
