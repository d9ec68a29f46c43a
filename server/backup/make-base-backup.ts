import { createHash } from "node:crypto";
import { type FileHandle, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import pg from "pg";
import tar from "tar-stream";
import { connectionOptions } from "#server/kernel/db.ts";
import type { ObjectStore } from "#server/kernel/object-store.ts";
import { HOUR } from "#server/kernel/time.ts";
import { type BaseBackup, keep, listBackup, partKey } from "./kept.ts";
import { shipWal } from "./ship-wal.ts";

type From = {
  databaseUrl: string;
  /** PostgreSQL's data directory. */
  cluster: string;
  /** Where it leaves its archive. */
  wal: string;
};

const PART_BYTES = 32 * 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;
/** What a running server has for itself: it makes it anew, or the archive has it. */
const NOT_KEPT =
  /^(?:postmaster\.(?:pid|opts)|backup_label(?:\.old)?|pg_(?:wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/.*|.*pgsql_tmp.*|(?:.*\/)?pg_internal\.init)$/;

/**
 * Copies the running database, file by file, between the two calls by which PostgreSQL makes such a copy whole, and lists it
 * once the archive has what it needs.
 */
export async function makeBaseBackup({ databaseUrl, cluster, wal }: From, store: ObjectStore): Promise<BaseBackup> {
  const client = new pg.Client({ ...connectionOptions(databaseUrl), statement_timeout: HOUR });
  client.on("error", () => {});
  await client.connect();
  try {
    await requireArchiving(client);
    const id = new Date().toISOString().replaceAll(/[:.]/g, "-");
    const { at, file } = await ask<{ at: Date; file: string }>(
      client,
      "select clock_timestamp() as at, pg_walfile_name(pg_backup_start($1, true)) as file",
      [id],
    );
    const parts: BaseBackup["parts"] = [];
    let ended: { at: Date; file: string } | undefined;
    const archive = packCluster(cluster, async () => {
      const { label, lsn } = await ask<{ label: string; lsn: string }>(
        client,
        "select labelfile as label, lsn from pg_backup_stop(true)",
      );
      ended = await ask(client, "select clock_timestamp() as at, pg_walfile_name($1::pg_lsn) as file", [lsn]);
      return label;
    });
    for await (const part of inParts(archive)) {
      const key = partKey(id, parts.length + 1);
      await keep(store, key, part);
      parts.push({ key, sha256: createHash("sha256").update(part).digest("hex"), bytes: part.length });
    }
    await shipWal(wal, store);
    const { version } = await ask<{ version: number }>(
      client,
      "select current_setting('server_version_num')::int as version",
    );
    const backup: BaseBackup = {
      id,
      serverVersion: version,
      startedAt: at.toISOString(),
      endedAt: ended!.at.toISOString(),
      startWal: file,
      endWal: ended!.file,
      parts,
      bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    };
    await listBackup(store, backup);
    return backup;
  } finally {
    // A copy that was broken off is forgotten by the server with its connection.
    await client.end();
  }
}

async function ask<Row>(client: pg.Client, text: string, values: unknown[] = []): Promise<Row> {
  const { rows } = await client.query(text, values);
  return rows[0] as Row;
}

async function requireArchiving(client: pg.Client): Promise<void> {
  const { mode } = await ask<{ mode: string }>(client, "select current_setting('archive_mode') as mode");
  if (mode !== "on")
    throw new Error(
      "PostgreSQL runs without an archive: it was started before BACKUP_URL was set. Stop the service and start it again.",
    );
}

/** The cluster's files as they are found, then the label that `end` gives. gzip of tar. */
function packCluster(cluster: string, end: () => Promise<string>): AsyncIterable<Buffer> {
  const pack = tar.pack();
  const write = async () => {
    for (const path of await listFiles(cluster)) await packFile(pack, cluster, path);
    pack.entry({ name: "backup_label", mode: 0o600 }, await end());
    pack.finalize();
  };
  write().catch((error: Error) => pack.destroy(error));
  const zipped = createGzip({ level: 3 });
  pack.on("error", (error) => zipped.destroy(error));
  return pack.pipe(zipped);
}

async function listFiles(cluster: string): Promise<string[]> {
  const entries = await readdir(cluster, { recursive: true, withFileTypes: true });
  return entries
    .map((entry) => join(entry.parentPath, entry.name).slice(cluster.length + 1) + (entry.isDirectory() ? "/" : ""))
    .filter((path) => !NOT_KEPT.test(path))
    .sort();
}

async function packFile(pack: tar.Pack, cluster: string, path: string): Promise<void> {
  if (path.endsWith("/")) return void pack.entry({ name: path, type: "directory", mode: 0o700 });
  const file = await open(join(cluster, path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (!file) return;
  try {
    const { size } = await file.stat();
    await new Promise<void>((resolve, reject) => {
      const entry = pack.entry({ name: path, mode: 0o600, size }, (error) => (error ? reject(error) : resolve()));
      Readable.from(contentOf(file, size)).once("error", reject).pipe(entry);
    });
  } finally {
    await file.close();
  }
}

/** As long as it was when it was opened: what is added meanwhile the archive has, and what was cut off is made up for. */
async function* contentOf(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  let position = 0;
  while (position < size) {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - position));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
    if (bytesRead === 0) return yield* zeros(size - position);
    position += bytesRead;
    yield chunk.subarray(0, bytesRead);
  }
}

function* zeros(bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= CHUNK_BYTES) yield Buffer.alloc(Math.min(left, CHUNK_BYTES));
}

async function* inParts(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer<ArrayBuffer>> {
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    yield Buffer.concat(chunks);
    [chunks, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(chunks);
}
