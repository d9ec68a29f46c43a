import { readFileSync } from "node:fs";
import { join } from "node:path";
import { encode } from "next-auth/jwt";
import { beforeAll, describe, expect, test } from "vitest";
import { readToken, sessionSecret } from "#server/auth/cookie.ts";
import { isNoticeSecret, supplierWebhookUrl } from "#server/domain/catalogue/suppliers/index.ts";
import {
  ENCRYPTED,
  HASHED,
  type MasterStore,
  openKeyring,
  readSecretsStatus,
  retireKeys,
  rotateSecrets,
} from "#server/domain/control/secrets/index.ts";
import {
  checkpointPublicKey,
  makeCheckpoint,
  proveCheckpoint,
  verifyLedger,
} from "#server/domain/money/ledger/index.ts";
import { findInvitation, inviteMember } from "#server/domain/people/staff/index.ts";
import { findKey } from "#server/domain/reseller/keys/index.ts";
import { createLink, getLink, tryAccessCode } from "#server/domain/shop/checkout/links.ts";
import { decrypt, encrypt, keyedHash } from "#server/kernel/crypto.ts";
import { type Database, database, one, type Sql, sql, statement, type Transaction } from "#server/kernel/db.ts";
import { env, overrideEnv } from "#server/kernel/env.ts";
import { activeKeyId, heldKeys, holdKeys } from "#server/kernel/keyring.ts";
import { enter, newAccount, newKey, system } from "#tests/support/world.ts";

const FORMER = env().masterKey!;
const NEXT = "another master key, which comes after the first one";

/** A data directory in memory. */
const store: MasterStore = { advice: null, next: () => NEXT, introduce() {}, forgetFormer() {} };

const query = <Row>(text: string, values: unknown[] = []) => database().query<Row>(statement(text, values));

let account: Awaited<ReturnType<typeof newAccount>>;
let apiKey: string;
let idleKey: string;
let link: string;
let shared: string;
let invitation: string;
let cookie: string;
let address: string;
let pem: string;

const verifier = await import(join(import.meta.dirname, "../../docs/verify-ledger.mjs"));

beforeAll(async () => {
  account = await newAccount({ wallet: 100 });
  apiKey = await newKey(account.code, "test");
  idleKey = await newKey(account.code, "test");
  const ctx = await enter(account.code, "test");
  link = await createLink(ctx.db, ctx, { kind: "person", email: "traveller@example.com" });
  shared = await createLink(ctx.db, ctx, { kind: "share", esimId: 1, code: "ABC123" });
  await inviteMember(
    { ...ctx, actor: { kind: "command", name: "test" } },
    { email: "new@example.com", role: "viewer" },
  );
  invitation = /invitation\/(\w+)/.exec(await newestMail())![1]!;
  cookie = await encode({ token: { sid: "the session" }, secret: sessionSecret() });
  address = supplierWebhookUrl("airalo", "http://x").split("/").at(-2)!;
  pem = checkpointPublicKey();
  await makeCheckpoint(system());
  await fillEveryColumn();
});

const newestMail = async () => {
  const { text } = one(await query<{ text: Buffer }>("select text from mails order by id desc limit 1"));
  return decrypt(text);
};

/** One row in each table, with a secret in each column that is encrypted. */
async function fillEveryColumn(): Promise<void> {
  const stored = (name: string) => Buffer.from(encrypt(`secret of ${name}`));
  await query("update api_keys set signing_secret = $1", [stored("api_keys.signing_secret")]);
  await query(
    `insert into webhook_endpoints (account_id, environment, url, events, secret, previous_secret, overlap_until) select $1, 'test', 'https://x', '{}', $2, $3, now() from generate_series(1, 450)`,
    [account.id, stored("webhook_endpoints.secret"), stored("webhook_endpoints.previous_secret")],
  );
  await query(
    "insert into supplier_credentials (supplier_code, name, value, changed_by, changed_at) values ('airalo', 'client_id', $1, 'x', now())",
    [stored("supplier_credentials.value")],
  );
  await query("insert into users (email, name, password_hash) values ('x@example.com', 'X', '')");
  await query("update alert_settings set webhook_url = $1", [stored("alert_settings.webhook_url")]);
  await query("insert into totp (user_id, secret) select id, $1 from users", [stored("totp.secret")]);
  await query(
    "insert into mails (kind, recipient, subject, text, html, pictures, created_at) values ('x', 'x', 'x', $1, $2, $3, now())",
    [stored("mails.text"), stored("mails.html"), stored("mails.pictures")],
  );
  await query(
    "insert into payment_settings (account_id, environment, provider, secret_key, webhook_secret, changed_at) values ($1, 'test', 'stripe', $2, $3, now())",
    [account.id, stored("payment_settings.secret_key"), stored("payment_settings.webhook_secret")],
  );
  await query(
    "insert into voucher_batches (account_id, environment, name, package_id, size, seed, unit_cap, expires_at, created_by, created_at) values ($1, 'test', 'x', 1, 1, $2, 1, now() + interval '1 day', 'x', now())",
    [account.id, stored("voucher_batches.seed")],
  );
  await query(
    "insert into sender_addresses (account_id, address, private_key, public_key, created_at) values ($1, 'x@x.example', $2, 'x', now())",
    [account.id, stored("sender_addresses.private_key")],
  );
}

/** Everything that was made before works as it did. */
async function expectAllToWork(): Promise<void> {
  const ctx = await enter(account.code, "test");
  for (const { table, column } of ENCRYPTED) {
    const rows = await query<{ stored: Buffer }>(
      `select ${column} as stored from ${table} where ${column} is not null`,
    );
    const read = new Set(rows.map(({ stored }) => decrypt(stored)).filter((text) => text.startsWith("secret of")));
    expect([...read], `${table}.${column}`).toEqual([`secret of ${table}.${column}`]);
  }
  expect(await findKey(ctx.db, apiKey)).not.toBeNull();
  expect((await getLink(ctx, link)).email).toBe("traveller@example.com");
  expect(await tryAccessCode(ctx, shared, "abc-123")).toBe(true);
  expect(await findInvitation(system(), invitation)).toMatchObject({ email: "new@example.com" });
  expect(await readToken({ token: cookie })).toMatchObject({ sid: "the session" });
  expect(isNoticeSecret("airalo", address)).toBe(true);
  expect((await verifyLedger(system())).failures).toEqual([]);
}

/** As a process that has just started with this MASTER_KEY. */
async function startWith(masterKey: string): Promise<void> {
  holdKeys([]);
  overrideEnv({ masterKey });
  await openKeyring(database());
}

test("every column of bytes is encrypted, a hash under a key, or known to be neither", () => {
  const schema = readFileSync(join(import.meta.dirname, "../../prisma/schema.prisma"), "utf8");
  const columns = [...schema.matchAll(/^model \w+ \{\n([\s\S]*?)\n\}/gm)].flatMap(([, body]) => {
    const table = /@@map\("(\w+)"\)/.exec(body!)![1]!;
    return [...body!.matchAll(/^ {2}(\w+)\s+Bytes\b(.*)$/gm)].map(
      ([, name, rest]) => `${table}.${/@map\("(\w+)"\)/.exec(rest!)?.[1] ?? name}`,
    );
  });
  /** Chains, public halves, fingerprints of requests and of uploaded files; a counter that may begin anew; what hangs on a hash beside it; pictures of shops; codes of 80 random bits, and tokens that are random throughout. */
  const NEITHER = [
    ...["wallets.head_hash", "ledger_entries.hash", "audit_seals.hash", "ledger_checkpoints.hash"],
    ...["idempotency_keys.fingerprint", "passkeys.public_key", "sign_in_failures.subject", "store_links.code_hash"],
    ...["pictures.bytes", "vouchers.code_hash", "mcp_previews.token_hash", "supplier_statements.hash"],
    ...["secret_key_wraps.master", "secret_key_wraps.wrapped", "secret_key_holders.master"],
    ...["from_key", "to_key", "from_signature", "to_signature"].map((name) => `ledger_key_handovers.${name}`),
  ];
  const listed = [...ENCRYPTED, ...HASHED].map(({ table, column }) => `${table}.${column}`).concat(NEITHER);
  expect(columns.filter((column) => !listed.includes(column))).toEqual([]);
  expect(listed.filter((column) => !columns.includes(column))).toEqual([]);
});

test("a MASTER_KEY that does not open the database's secrets is refused, also on a database from before there were keys", async () => {
  await expect(startWith("a master key that belongs to another database")).rejects.toThrow(
    /^MASTER_KEY does not open the secrets of this database/,
  );
  const kept = await query<{ wrapped: Buffer; master: Buffer; madeAt: Date }>("select * from secret_key_wraps");
  await query("delete from secret_key_wraps");
  await query("delete from secret_keys");
  await expect(startWith("a master key that belongs to another database")).rejects.toThrow(/does not open/);
  expect(await query("select id from secret_keys")).toEqual([]);
  await Promise.all([startWith(FORMER), openKeyring(database())]);
  expect(kept).toHaveLength(1);
  await expectAllToWork();
});

class Killed extends Error {}

/** The database of a process that is killed before its next statement but `left`. */
function dyingAfter(left: number): Database {
  const db = database();
  const count = () => {
    if (left-- <= 0) throw new Killed();
  };
  type Call = (...given: unknown[]) => unknown;
  const counted = (models: Transaction["prisma"]) =>
    new Proxy(models as unknown as Record<string, Record<string, Call>>, {
      get: (all, name: string) =>
        new Proxy(all[name]!, {
          get:
            (model, verb: string) =>
            async (...given: unknown[]) => {
              count();
              return await model[verb]!(...given);
            },
        }),
    }) as unknown as Transaction["prisma"];
  return Object.assign(Object.create(db, { prisma: { value: counted(db.prisma) } }), {
    query: async (asked: Sql) => {
      count();
      return await db.query(asked);
    },
    transaction: (work: Parameters<Database["transaction"]>[0]) =>
      db.transaction((tx) =>
        work({
          prisma: counted(tx.prisma),
          query: async <Row>(asked: Sql) => {
            count();
            return await tx.query<Row>(asked);
          },
        }),
      ),
  });
}

describe("rotation", () => {
  test("goes on wherever it was broken off, and everything works at every moment", async () => {
    let runs = 0;
    const started = { masterKey: FORMER };
    for (;;) {
      runs += 1;
      try {
        // Somebody runs it again, with a little more patience each time.
        const result = await rotateSecrets(system({ db: dyingAfter(3 + runs) }), store);
        expect(result.done).toBe(true);
        break;
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
      }
      started.masterKey = env().masterKey!;
      // A process starts with whichever MASTER_KEY the command had come to.
      await startWith(started.masterKey);
      await expectAllToWork();
      expect(runs).toBeLessThan(100);
    }
    expect(runs).toBeGreaterThan(10);
    expect(env().masterKey).toBe(NEXT);
    expect(activeKeyId()).toBe(2);
    await expectAllToWork();
  });

  test("leaves nothing encrypted under the former key", async () => {
    for (const { table, column } of ENCRYPTED) {
      const rows = await query<{ key: number; n: number }>(
        `select cipher_key(${column}) as key, count(*)::int as n from ${table} where ${column} is not null group by 1`,
      );
      expect(
        rows.map(({ key }) => key),
        `${table}.${column}`,
      ).toEqual([2]);
    }
  });

  test("closes the former MASTER_KEY out: it starts nothing any more", async () => {
    await expect(startWith(FORMER)).rejects.toThrow(/does not open the secrets/);
    await startWith(NEXT);
  });

  test("hashes an API key anew when it is used, and says what is left", async () => {
    await findKey(database(), apiKey);
    await expect
      .poll(() => query<{ key: number }>("select hash_key(hash) as key from api_keys order by id"))
      .toEqual([{ key: 2 }, { key: 1 }]);
    const { hashesLeft, ciphertextsLeft, supplierAddresses } = await readSecretsStatus(system());
    expect(Object.fromEntries(hashesLeft.map(({ what, count }) => [what, count]))).toEqual({
      "API keys": 1,
      "browsers that people are known by": 0,
      "links of resellers who sign up": 0,
      "recovery codes": 0,
      invitations: 1,
      "password links": 0,
      "shop links": 2,
    });
    expect(ciphertextsLeft).toBe(0);
    expect(supplierAddresses.map(({ supplier }) => supplier)).toContain("airalo");
    expect(supplierWebhookUrl("airalo", "http://x")).not.toContain(address);
  });

  test("hands the checkpoints' key over: who kept the first one verifies what the second signs", async () => {
    const ctx = await enter(account.code);
    expect(await makeCheckpoint(system())).toMatchObject({ made: true });
    const proof = await proveCheckpoint(ctx);
    expect(checkpointPublicKey()).not.toBe(pem);
    expect(verifier.verifyProof(proof, pem)).toBeNull();
    expect(verifier.verifyProof(proof, checkpointPublicKey())).toBeNull();
    expect(verifier.verifyProof({ ...proof, handovers: [] }, pem)).toMatch(/not signed by this key/);
    const forged = proof.handovers!.map((handover) => ({ ...handover, to: handover.from }));
    expect(verifier.verifyProof({ ...proof, handovers: forged }, pem)).toMatch(/not signed by this key/);
  });

  test("is not begun again before the former key was ended, and that is refused while something hangs on it", async () => {
    await expect(rotateSecrets(system(), store)).rejects.toThrow(/the former one is still accepted/);
    await expect(retireKeys(system())).rejects.toThrow(/1 API keys, 1 invitations, 2 shop links/);
    await expectAllToWork();
  });

  test("ends with the former key worth nothing, and checkpoints that it signed still verified", async () => {
    const ctx = await enter(account.code, "test");
    expect(await retireKeys(system(), { force: true })).toEqual({ retired: [1] });
    expect(heldKeys().map(({ id }) => id)).toEqual([2]);
    expect(await findKey(ctx.db, apiKey)).not.toBeNull();
    expect(await findKey(ctx.db, idleKey)).toBeNull();
    await expect(getLink(ctx, link)).rejects.toThrow(/not known/);
    expect(await findInvitation(system(), invitation)).toBeNull();
    expect(await readToken({ token: cookie })).toBeNull();
    expect(isNoticeSecret("airalo", address)).toBe(false);
    await startWith(NEXT);
    const { failures, checkpoints } = await verifyLedger(system());
    expect({ failures, checkpoints }).toEqual({ failures: [], checkpoints: 2 });
    await expect(retireKeys(system())).rejects.toThrow(/nothing to end/);
  });

  test("a key that somebody put into the database vouches for nothing", async () => {
    await database().transaction(async (tx) => {
      await tx.query(sql`set local session_replication_role = replica`);
      await tx.query(sql`update ledger_key_handovers set to_signature = from_signature`);
    });
    expect((await verifyLedger(system())).failures[0]?.fault).toMatch(/not signed by this service's key/);
  });

  test("of several processes: waits until each has the new MASTER_KEY, and says which have not", async () => {
    const third = "yet another master key, which comes third in this row";
    const variables = { ...store, advice: "Restart them.", next: () => third };
    const master = (await query<{ master: Buffer }>("select master from secret_key_wraps"))[0]!.master;
    await query(
      "insert into secret_key_holders (process, name, master, keys, active, seen_at) values ('other', 'web on b', $1, '{2}', 2, now() + interval '1 hour')",
      [master],
    );
    const waits = { done: false, next: "Restart them.", waitsFor: ["web on b"] };
    expect(await rotateSecrets(system(), variables)).toEqual(waits);
    await startWith(NEXT);
    await startWith(third);
    expect(await rotateSecrets(system(), { ...variables, next: () => null })).toEqual(waits);
    // It was restarted: it holds the new one, and learns of the key that follows.
    await query(
      "update secret_key_holders set master = (select master from secret_key_wraps order by made_at desc limit 1), keys = '{2,3}', active = 3",
    );
    expect(await rotateSecrets(system(), { ...variables, next: () => null })).toMatchObject({ done: true });
    await expect(startWith(NEXT)).rejects.toThrow(/does not open/);
    await startWith(third);
    expect(Buffer.from(keyedHash("people", "x"))).toHaveLength(36);
  });
});
