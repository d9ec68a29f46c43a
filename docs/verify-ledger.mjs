#!/usr/bin/env node
// Verifies an account's ledger without trusting the service: Node 20 or newer, nothing to install, no network.
//
//   node verify-ledger.mjs --key ledger-key.pem --export ledger-chain.csv [--api page.json]... [proof.json]...
//
// --export  the portal's file "Entries with hashes", or what `svc ledger export` prints
// --key     the service's public key, kept from an earlier day: a key fetched together with the proof proves nothing.
//           When the service has changed its key since, the proof shows that the one that you have was followed by it
// --api     answers of GET /account/ledger: what the API shows is held against the export
// proof     "Checkpoint" files of the portal; keep each, so that an older state can never be passed off as the newest
//
// Exit code 0: all of it verifies. 1: something does not, said in words. 2: wrong usage.
import { createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const HASHED = ["id", "account_id", "sequence", "type", "amount", "currency", "balance_before", "balance_after"];
HASHED.push("credit_usable", "cause", "description", "created_at");
const ZEROS = "00".repeat(32);

/** Entries of an export: CSV with a header, one JSON object per line, or one JSON object with `entries`. */
export function parseExport(text) {
  const start = text.replace(/^\uFEFF/, "");
  if (!start.startsWith("{")) return parseCsv(start);
  const lines = start.trim().split("\n");
  const first = JSON.parse(lines[0]);
  return first.entries ?? lines.map((line) => JSON.parse(line));
}

function parseCsv(text) {
  const [header, ...rows] = cells(text);
  for (const name of [...HASHED, "hash"])
    if (!header?.includes(name)) throw new Error(`The export has no column "${name}".`);
  return rows.map((row) => {
    const entry = Object.fromEntries(header.map((name, i) => [name, row[i] ?? ""]));
    // Spreadsheets would run some texts as formulas: the file has a ' before them.
    for (const name of HASHED) if (!TEXTS.includes(name)) entry[name] = entry[name].replace(/^'(?=-)/, "");
    return entry;
  });
}

const TEXTS = ["type", "cause", "description"];

/** Rows of a CSV text (RFC 4180). */
function cells(text) {
  const rows = [];
  let row = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|((?:[^",\r\n]|\r(?!\n))*))(,|\r?\n|$)/g)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    if (row.length > 1) rows.push(row);
    row = [];
  }
  return rows;
}

/** SHA-256 over the hash before (32 bytes) and every column as `<bytes>:<value>,`; hex. */
function hashEntry(previous, entry) {
  let fields = "";
  for (const name of HASHED) fields += `${Buffer.byteLength(entry[name])}:${entry[name]},`;
  return createHash("sha256").update(Buffer.from(previous, "hex")).update(fields).digest("hex");
}

/** An entry whose text the file put a ' before is tried without it: only one of them has the hash. */
function matches(previous, entry) {
  if (hashEntry(previous, entry) === entry.hash) return true;
  const marked = TEXTS.filter((name) => /^'[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]/.test(entry[name]));
  if (marked.length === 0) return false;
  const bare = { ...entry };
  for (const name of marked) bare[name] = entry[name].slice(1);
  return hashEntry(previous, bare) === entry.hash;
}

const units = (amount) => BigInt(amount.replace(".", ""));

/** Checks the chain from its first entry; faults in words, and where each entry stands. */
export function verifyChain(entries) {
  let hash = ZEROS;
  let balance = "0.0000";
  for (const [i, entry] of entries.entries()) {
    const name = `entry LED-${entry.id} (number ${entry.sequence})`;
    if (entry.sequence !== String(i + 1))
      return `${name} follows number ${i}: entries are missing, added or out of order`;
    if (entry.account_id !== entries[0].account_id) return `${name} is another account's`;
    if (entry.balance_before !== balance)
      return `${name} starts from ${entry.balance_before}, the one before left ${balance}`;
    if (units(entry.balance_before) + units(entry.amount) !== units(entry.balance_after))
      return `${name} does not add up`;
    if (!matches(hash, entry)) return `${name} does not match its hash: a field was changed`;
    hash = entry.hash;
    balance = entry.balance_after;
  }
  return null;
}

const sha256 = (...parts) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** What is signed of a checkpoint. */
const textOf = ({ version, number, at, previous, root, restored }) =>
  `ledger checkpoint ${version}\n${number}\n${at}\n${previous}\n${root}\n${
    restored ? `restored ${restored.epoch} ${restored.given_up} ${restored.reason}\n` : ""
  }`;

/** The keys of a file that was kept, and those that followed them: each was vouched for by the one before. */
export function trustedKeys(pem, handovers = []) {
  const kept = pem.match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g) ?? [];
  const known = new Map(
    kept.map((text) => {
      const key = createPublicKey(text);
      return [key.export({ format: "der", type: "spki" }).toString("base64"), key];
    }),
  );
  for (const { from, to, at, from_signature } of handovers) {
    const former = known.get(from);
    const text = Buffer.from(`ledger key handover\n${from}\n${to}\n${at}\n`);
    if (former && verify(null, text, former, Buffer.from(from_signature, "base64")))
      known.set(to, createPublicKey({ key: Buffer.from(to, "base64"), format: "der", type: "spki" }));
  }
  return [...known.values()];
}

/** Checks that the key, or one that followed it, signed the checkpoint, and that what it signed holds this head. */
export function verifyProof({ checkpoint, head, path, handovers }, key) {
  const { number, root, signature } = checkpoint;
  const signed = (trusted) => verify(null, Buffer.from(textOf(checkpoint)), trusted, Buffer.from(signature, "base64"));
  if (!trustedKeys(key, handovers).some(signed)) return `checkpoint ${number} is not signed by this key`;
  let node = sha256(Uint8Array.of(0), `${head.account_id}:${head.sequence}:${head.hash}:${head.balance}`);
  for (const { side, hash } of path) {
    const beside = Buffer.from(hash, "hex");
    node = side === "left" ? sha256(Uint8Array.of(1), beside, node) : sha256(Uint8Array.of(1), node, beside);
  }
  return node.toString("hex") === root ? null : `checkpoint ${number} did not sign this place in the ledger`;
}

/** Holds an export against what a checkpoint signed. */
export function compareWithProof(entries, { checkpoint: { number }, head }) {
  const entry = entries[head.sequence - 1];
  if (!entry)
    return `the ledger ends at number ${entries.length}, checkpoint ${number} signed number ${head.sequence}: it was cut`;
  if (entry.account_id !== String(head.account_id)) return `checkpoint ${number} is about account ${head.account_id}`;
  if (entry.hash !== head.hash || entry.balance_after !== head.balance)
    return `entry number ${head.sequence} is not the one that checkpoint ${number} signed: the ledger was written anew`;
  return null;
}

/** What the API shows must be what the export says. */
export function compareWithApi(entries, items) {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  for (const item of items) {
    const entry = byId.get(String(item.id));
    if (!entry) return `${item.reference} is shown by the API and missing in the export`;
    const same =
      ["amount", "balance_before", "balance_after"].every((name) => Number(entry[name]) === item[name]) &&
      entry.type === item.type &&
      entry.currency === item.currency;
    if (!same) return `${item.reference} says something else in the API than in the export`;
  }
  return null;
}

/** Proofs that were kept over time must belong to one line of checkpoints. */
export function compareProofs(proofs) {
  const ordered = proofs.map(({ checkpoint }) => checkpoint).toSorted((a, b) => a.number - b.number);
  for (const [i, { number, previous }] of ordered.entries()) {
    const before = ordered[i - 1];
    if (before?.number === number && textOf(before) !== textOf(ordered[i]))
      return `there are two checkpoints ${number}`;
    if (before?.number === number - 1 && sha256(textOf(before)).toString("hex") !== previous)
      return `checkpoint ${number} does not follow the checkpoint ${before.number} that you have`;
  }
  return null;
}

const say = (line) => process.stdout.write(`${line}\n`);
const complain = (line) => process.stderr.write(`${line}\n`);

function main(args) {
  const given = { api: [], proofs: [] };
  for (let i = 0; i < args.length; i++) {
    if (args[i] === "--key") given.key = args[++i];
    else if (args[i] === "--export") given.export = args[++i];
    else if (args[i] === "--api") given.api.push(args[++i]);
    else given.proofs.push(args[i]);
  }
  if (!given.export || (given.proofs.length > 0 && !given.key)) {
    complain(
      "node verify-ledger.mjs --key ledger-key.pem --export ledger-chain.csv [--api page.json]... [proof.json]...",
    );
    return 2;
  }
  const entries = parseExport(readFileSync(given.export, "utf8"));
  const startedAt = performance.now();
  const faults = [verifyChain(entries)];
  const perSecond = Math.round(entries.length / ((performance.now() - startedAt) / 1_000));
  const proofs = given.proofs.map((file) => JSON.parse(readFileSync(file, "utf8")));
  for (const proof of proofs)
    faults.push(verifyProof(proof, readFileSync(given.key, "utf8")) ?? compareWithProof(entries, proof));
  faults.push(compareProofs(proofs));
  for (const file of given.api) faults.push(compareWithApi(entries, JSON.parse(readFileSync(file, "utf8")).data.items));
  const found = faults.filter((fault) => fault !== null);
  for (const fault of found) complain(`NOT VERIFIED: ${fault}.`);
  if (found.length > 0) return 1;
  const last = entries.at(-1);
  say(
    `${entries.length} entries verified (${perSecond}/s), balance ${last?.balance_after ?? 0} ${last?.currency ?? ""}`,
  );
  const newest = proofs.toSorted((a, b) => a.checkpoint.number - b.checkpoint.number).at(-1);
  if (!newest) say("Held against no checkpoint: a ledger that was cut or written anew would not be noticed.");
  else
    say(
      `Held against ${proofs.length} checkpoints; the newest is ${newest.checkpoint.number} of ${newest.checkpoint.at}, ` +
        `${entries.length - newest.head.sequence} entries are newer.`,
    );
  return 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) process.exitCode = main(process.argv.slice(2));
