import { createHash, createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { derivedKey } from "#server/kernel/crypto.ts";
import { once } from "#server/kernel/once.ts";

/** Where an account's chain stood: its last entry's number and hash, and the balance it left. */
export type AccountHead = { account_id: number; sequence: number; hash: string; balance: string };

/** What is signed: the moment, the checkpoint before it, and one hash over every account's head. */
export type Checkpoint = {
  version: 1;
  number: number;
  at: string;
  /** Hash of the checkpoint before it; zeros for the first. */
  previous: string;
  /** Root of the tree over the heads, so that one account's head can be shown without the others'. */
  root: string;
  /** Ed25519 over `signedText`, base64. */
  signature: string;
};

/** A node on the way from an account's leaf to the root. */
type Sibling = { side: "left" | "right"; hash: string };

/** What an account is given of a checkpoint: its own head, and that the signed root holds it. */
export type CheckpointProof = { checkpoint: Checkpoint; head: AccountHead; path: Sibling[] };

export const NO_CHECKPOINT = "00".repeat(32);

type Unsigned = Omit<Checkpoint, "signature">;

const signedText = ({ version, number, at, previous, root }: Unsigned): string =>
  `ledger checkpoint ${version}\n${number}\n${at}\n${previous}\n${root}\n`;

const sha256 = (...parts: (string | Uint8Array)[]): string => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
};

/** What the next checkpoint names as its previous one. */
export const checkpointHash = (checkpoint: Unsigned): string => sha256(signedText(checkpoint));

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

const leafOf = ({ account_id, sequence, hash, balance }: AccountHead): string =>
  sha256(LEAF, `${account_id}:${sequence}:${hash}:${balance}`);
const join = (left: string, right: string): string => sha256(NODE, Buffer.from(left, "hex"), Buffer.from(right, "hex"));

/** Every level of the tree, leaves first; a node without a neighbour moves up as it is. */
function levelsOf(heads: AccountHead[]): string[][] {
  let level = heads.map(leafOf);
  const levels = [level];
  while (level.length > 1) {
    const below = level;
    level = [];
    for (let i = 0; i < below.length; i += 2)
      level.push(i + 1 < below.length ? join(below[i]!, below[i + 1]!) : below[i]!);
    levels.push(level);
  }
  return levels;
}

/** Heads in the order of their accounts; without any, the hash of nothing. */
export const rootOf = (heads: AccountHead[]): string => levelsOf(heads).at(-1)![0] ?? sha256(LEAF);

/** The way from one account's leaf to the root. */
export function pathOf(heads: AccountHead[], accountId: number): Sibling[] {
  let at = heads.findIndex(({ account_id }) => account_id === accountId);
  const path: Sibling[] = [];
  for (const level of levelsOf(heads)) {
    const beside = at ^ 1;
    if (beside < level.length && level.length > 1)
      path.push({ side: beside < at ? "left" : "right", hash: level[beside]! });
    at >>= 1;
  }
  return path;
}

/** A seed becomes a private key by what PKCS #8 writes before it (RFC 8410). */
const PKCS8_ED25519 = Buffer.from("302e020100300506032b657004220420", "hex");

/** The signing pair, derived from MASTER_KEY: whoever has only the database cannot sign. */
const keys = () =>
  once("checkpoint-keys", () => {
    const key = Buffer.concat([PKCS8_ED25519, derivedKey("ledger-checkpoints").export()]);
    const privateKey = createPrivateKey({ key, format: "der", type: "pkcs8" });
    return { privateKey, publicKey: createPublicKey(privateKey) };
  });

/** For everybody: what checkpoints are verified with. */
export const checkpointPublicKey = (): string => keys().publicKey.export({ format: "pem", type: "spki" }).toString();

export const signCheckpoint = (checkpoint: Unsigned): Checkpoint => ({
  ...checkpoint,
  signature: sign(null, Buffer.from(signedText(checkpoint)), keys().privateKey).toString("base64"),
});

export const isSigned = (checkpoint: Checkpoint): boolean =>
  verify(null, Buffer.from(signedText(checkpoint)), keys().publicKey, Buffer.from(checkpoint.signature, "base64"));
