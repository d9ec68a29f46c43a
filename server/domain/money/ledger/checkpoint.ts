import { createHash, type KeyObject, sign, verify } from "node:crypto";
import type { AuditHead } from "#server/domain/record/audit-log/index.ts";
import { NO_LINK } from "#server/kernel/hash-chain.ts";
import type { Handover } from "./ledger-keys.ts";

/** Where an account's chain stood: its last entry's number and hash, and the balance it left. */
export type AccountHead = { account_id: number; sequence: number; hash: string; balance: string };

/** A new epoch: why there is one, and the hash of the list of what was given up. */
export type Restored = { epoch: number; reason: string; given_up: string };

/** Up to which number an account's signed entries are still there; what was signed after it is given up. */
export type GivenUp = {
  accounts: { account_id: number; kept: number }[];
  /** Of the audit log; missing when all of it is there. */
  audit?: number;
};

/** What is signed: the moment, the checkpoint before it, and one hash over all heads. */
export type Checkpoint = {
  version: 1;
  number: number;
  at: string;
  /** Hash of the checkpoint before it; zeros for the first. */
  previous: string;
  /** Root of the tree over the heads, so that one account's head can be shown without the others'. */
  root: string;
  /** Only in the first one after a restore of the database gave up entries that were signed. */
  restored?: Restored;
  /** Ed25519 over `signedText`, base64. */
  signature: string;
};

/** A node on the way from an account's leaf to the root. */
type Sibling = { side: "left" | "right"; hash: string };

/** What an account is given of a checkpoint: its own head, that the signed root holds it, and how the key that signed followed its forerunners. */
export type CheckpointProof = { checkpoint: Checkpoint; head: AccountHead; path: Sibling[]; handovers?: Handover[] };

export const NO_CHECKPOINT = NO_LINK;

/** What a checkpoint vouches for: where every account's chain stood, in the order of the accounts, and the audit log's. */
export type Heads = {
  heads: AccountHead[];
  /** Missing in checkpoints from before the audit log had a chain. */
  audit?: AuditHead;
};

type Unsigned = Omit<Checkpoint, "signature">;

const signedText = ({ version, number, at, previous, root, restored }: Unsigned): string =>
  `ledger checkpoint ${version}\n${number}\n${at}\n${previous}\n${root}\n${
    restored ? `restored ${restored.epoch} ${restored.given_up} ${restored.reason}\n` : ""
  }`;

const sha256 = (...parts: (string | Uint8Array)[]): string => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
};

export const hashOfGivenUp = (givenUp: GivenUp): string => sha256(JSON.stringify(givenUp));

/** What the next checkpoint names as its previous one. */
export const checkpointHash = (checkpoint: Unsigned): string => sha256(signedText(checkpoint));

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

const leafOf = ({ account_id, sequence, hash, balance }: AccountHead): string =>
  sha256(LEAF, `${account_id}:${sequence}:${hash}:${balance}`);
/** The audit log's leaf is the last one; no account's text begins like it. */
const leavesOf = ({ heads, audit }: Heads): string[] => [
  ...heads.map(leafOf),
  ...(audit ? [sha256(LEAF, `audit:${audit.sequence}:${audit.hash}`)] : []),
];
const join = (left: string, right: string): string => sha256(NODE, Buffer.from(left, "hex"), Buffer.from(right, "hex"));

/** Every level of the tree, leaves first; a node without a neighbour moves up as it is. */
function levelsOf(heads: Heads): string[][] {
  let level = leavesOf(heads);
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

/** Without any heads, the hash of nothing. */
export const rootOf = (heads: Heads): string => levelsOf(heads).at(-1)![0] ?? sha256(LEAF);

/** The way from one account's leaf to the root. */
export function pathOf(heads: Heads, accountId: number): Sibling[] {
  let at = heads.heads.findIndex(({ account_id }) => account_id === accountId);
  const path: Sibling[] = [];
  for (const level of levelsOf(heads)) {
    const beside = at ^ 1;
    if (beside < level.length && level.length > 1)
      path.push({ side: beside < at ? "left" : "right", hash: level[beside]! });
    at >>= 1;
  }
  return path;
}

export const signCheckpoint = (checkpoint: Unsigned, key: KeyObject): Checkpoint => ({
  ...checkpoint,
  signature: sign(null, Buffer.from(signedText(checkpoint)), key).toString("base64"),
});

/** The place of the key that signed it in the list; -1 when none of them did. */
export const findSigner = (checkpoint: Checkpoint, keys: KeyObject[]): number =>
  keys.findIndex((key) =>
    verify(null, Buffer.from(signedText(checkpoint)), key, Buffer.from(checkpoint.signature, "base64")),
  );
