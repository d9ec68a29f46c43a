import { link, mkdir, open, readdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AwsClient } from "aws4fetch";
import { type Env, env } from "./env.ts";
import { MINUTE, SECOND } from "./time.ts";

/** A place on another machine that keeps texts and files by key. What is there is never replaced. */
export type ObjectStore = {
  /** As people know it. */
  name: string;
  /** Throws `AlreadyKept` where something has the key. Whole or not at all. */
  put(key: string, content: string | Uint8Array<ArrayBuffer>): Promise<void>;
  /** Null when there is nothing. */
  get(key: string): Promise<string | null>;
  /** As `get`, for what is no text. */
  read(key: string): Promise<Buffer | null>;
  /** Keys that begin so, in their order. */
  list(prefix: string): Promise<string[]>;
};

export class AlreadyKept extends Error {}

const ANSWER_WITHIN_MS = 20 * SECOND;
/** Of files, which have many megabytes. */
const TRANSFER_WITHIN_MS = 5 * MINUTE;

/** Where `BACKUP_URL` says; null when it is not set. */
export function openBackupStore(): ObjectStore | null {
  const { backup } = env();
  if (!backup) return null;
  return "bucket" in backup ? bucketStore(backup) : directoryStore(backup.path);
}

/** @param root a directory, such as the mount of another machine's disk */
function directoryStore(root: string): ObjectStore {
  const missing = (error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  };
  return {
    name: root,
    async put(key, content) {
      const path = join(root, key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Under its name only when it is whole and on the disk.
      const draft = `${path}.${process.pid}.part`;
      const file = await open(draft, "w", 0o400);
      try {
        await file.writeFile(content);
        await file.sync();
      } finally {
        await file.close();
      }
      try {
        await link(draft, path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "EEXIST") throw new AlreadyKept(`${path} is there already`);
        throw error;
      } finally {
        await rm(draft, { force: true });
      }
    },
    get: (key) => readFile(join(root, key), "utf8").catch(missing),
    read: (key) => readFile(join(root, key)).catch(missing),
    async list(prefix) {
      const folder = prefix.slice(0, prefix.lastIndexOf("/") + 1);
      const names = (await readdir(join(root, folder)).catch(missing)) ?? [];
      return names
        .map((name) => folder + name)
        .filter((key) => key.startsWith(prefix) && !key.endsWith(".part"))
        .sort();
    },
  };
}

type Bucket = Exclude<NonNullable<Env["backup"]>, { path: string }>;

function bucketStore({ bucket, prefix, endpoint, ...credentials }: Bucket): ObjectStore {
  const client = new AwsClient({ ...credentials, service: "s3", retries: 2 });
  const name = `s3://${bucket}/${prefix}`;
  const ask = async (path: string, init: RequestInit = {}, withinMs = ANSWER_WITHIN_MS) => {
    const signal = AbortSignal.timeout(withinMs);
    return await client.fetch(`${endpoint}/${bucket}${path}`, { ...init, signal });
  };
  const requireOk = async (answer: Response, what: string): Promise<Response> => {
    if (answer.ok) return answer;
    const code = /<Code>([^<]*)<\/Code>/.exec(await answer.text())?.[1] ?? "";
    throw new Error(`${what} was answered with ${answer.status} ${code}`.trim());
  };
  return {
    name,
    async put(key, content) {
      const headers = { "if-none-match": "*", "content-type": "application/octet-stream" };
      const answer = await ask(`/${prefix}${key}`, { method: "PUT", body: content, headers }, TRANSFER_WITHIN_MS);
      if (answer.status === 412) throw new AlreadyKept(`${name}${key} is there already`);
      await requireOk(answer, `PUT ${key}`);
    },
    async get(key) {
      return (await this.read(key))?.toString() ?? null;
    },
    async read(key) {
      const answer = await ask(`/${prefix}${key}`, {}, TRANSFER_WITHIN_MS);
      if (answer.status === 404) return null;
      return Buffer.from(await (await requireOk(answer, `GET ${key}`)).arrayBuffer());
    },
    async list(under) {
      const keys: string[] = [];
      for (let token: string | undefined; ; ) {
        const query = new URLSearchParams({ "list-type": "2", prefix: prefix + under });
        if (token) query.set("continuation-token", token);
        const text = await (await requireOk(await ask(`/?${query}`), `the list of ${name}`)).text();
        for (const [, key] of text.matchAll(/<Key>([^<]*)<\/Key>/g)) keys.push(key!.slice(prefix.length));
        token = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(text)?.[1];
        if (!token) return keys.sort();
      }
    },
  };
}
