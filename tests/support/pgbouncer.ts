import { spawn } from "node:child_process";
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { postgresUser } from "#server/process/embedded-postgres.ts";
import { freePort } from "./service.ts";
import { until } from "./until.ts";

/**
 * PgBouncer in transaction mode before a PostgreSQL of ours, as docs/deploying.md has it.
 *
 * @param url of the PostgreSQL; every database of it can be asked for
 */
export async function startPgBouncer(binary: string, url: string) {
  const { username, password, searchParams } = new URL(url);
  const folder = mkdtempSync(join(tmpdir(), "svc-pgbouncer-"));
  const port = await freePort();
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]
* = host=${searchParams.get("host")} user=${username} password=${password}
[pgbouncer]
pool_mode = transaction
max_prepared_statements = 500
default_pool_size = 20
max_client_conn = 1000
server_idle_timeout = 5
auth_type = any
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
logfile = ${join(folder, "pgbouncer.log")}
`,
  );
  const { prefix, uid, gid } = postgresUser(folder);
  const owner = statSync(searchParams.get("host")!);
  for (const path of [folder, file]) chownSync(path, owner.uid, owner.gid);
  const [command = "", ...args] = [...prefix, binary, "-q", file];
  const child = spawn(command, args, { uid, gid, cwd: "/", stdio: "inherit" });
  const pooled = (name: string) => `postgresql://${username}:${password}@127.0.0.1:${port}/${name}`;
  await until(async () => {
    const client = new pg.Client(pooled("postgres"));
    client.on("error", () => {});
    const up = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    return up || child.exitCode !== null;
  });
  if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`);
  return {
    url: pooled("service"),
    stop() {
      child.kill("SIGTERM");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
