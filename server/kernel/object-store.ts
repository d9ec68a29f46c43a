import { mkdir, open, readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AwsClient } from "aws4fetch";
import { type Env, env } from "./env.ts";
import { SECOND } from "./time.ts";

/** A place on another machine that keeps texts by key. What is there is never replaced. */
export type ObjectStore = {
  /** As people know it. */
  name: string;
  put(key: string, text: string): Promise<void>;
  /** Null when there is nothing. */
  get(key: string): Promise<string | null>;
  /** Keys that begin so, in their order. */
  list(prefix: string): Promise<string[]>;
};

const ANSWER_WITHIN_MS = 20 * SECOND;

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
    async put(key, text) {
      await mkdir(dirname(join(root, key)), { recursive: true, mode: 0o700 });
      const file = await open(join(root, key), "wx", 0o400);
      try {
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
    },
    get: (key) => readFile(join(root, key), "utf8").catch(missing),
    async list(prefix) {
      const folder = prefix.slice(0, prefix.lastIndexOf("/") + 1);
      const names = (await readdir(join(root, folder)).catch(missing)) ?? [];
      return names
        .map((name) => folder + name)
        .filter((key) => key.startsWith(prefix))
        .sort();
    },
  };
}

type Bucket = Exclude<NonNullable<Env["backup"]>, { path: string }>;

function bucketStore({ bucket, prefix, endpoint, ...credentials }: Bucket): ObjectStore {
  const client = new AwsClient({ ...credentials, service: "s3", retries: 2 });
  const name = `s3://${bucket}/${prefix}`;
  const ask = async (path: string, init: RequestInit = {}) => {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    return await client.fetch(`${endpoint}/${bucket}${path}`, { ...init, signal });
  };
  const requireOk = async (answer: Response, what: string): Promise<Response> => {
    if (answer.ok) return answer;
    const code = /<Code>([^<]*)<\/Code>/.exec(await answer.text())?.[1] ?? "";
    throw new Error(`${what} was answered with ${answer.status} ${code}`.trim());
  };
  return {
    name,
    async put(key, text) {
      const headers = { "if-none-match": "*", "content-type": "application/octet-stream" };
      await requireOk(await ask(`/${prefix}${key}`, { method: "PUT", body: text, headers }), `PUT ${key}`);
    },
    async get(key) {
      const answer = await ask(`/${prefix}${key}`);
      return answer.status === 404 ? null : await (await requireOk(answer, `GET ${key}`)).text();
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
