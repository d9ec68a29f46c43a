import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import type { Ctx } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { acceptedKeyIds, activeKeyId, purposeKey } from "#server/kernel/keyring.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";

/** A seed becomes a private key by what PKCS #8 writes before it (RFC 8410). */
const PKCS8_ED25519 = Buffer.from("302e020100300506032b657004220420", "hex");

type Pair = { privateKey: KeyObject; publicKey: KeyObject };

/** The pair that checkpoints are signed with, derived from a key of the keyring: whoever has only the database cannot sign. */
function pairOf(keyId: number): Pair {
  const seed = purposeKey("ledger-checkpoints", keyId)!;
  const pairs = processSingleton("checkpoint-keys", () => new WeakMap<KeyObject, Pair>());
  const held = pairs.get(seed) ?? makePair(seed);
  pairs.set(seed, held);
  return held;
}

function makePair(seed: KeyObject): Pair {
  const key = Buffer.concat([PKCS8_ED25519, seed.export()]);
  const privateKey = createPrivateKey({ key, format: "der", type: "pkcs8" });
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

const toPem = (key: KeyObject): string => key.export({ format: "pem", type: "spki" }).toString();

/** For everybody: what new checkpoints are verified with. */
export const checkpointPublicKey = (): string => toPem(pairOf(activeKeyId()).publicKey);

/** What is signed with. The database says which key it is: an older one never signs after a newer one. */
export async function readSigningKey(tx: Transaction): Promise<KeyObject> {
  const { id } = await tx.prisma.secretKey.findFirstOrThrow({ where: { state: "active" } });
  return pairOf(id).privateKey;
}

/** A change of the signing key: both of them sign that the one is followed by the other. Keys in DER, base64. */
export type Handover = { from: string; to: string; at: string; from_signature: string; to_signature: string };

const handoverText = ({ from, to, at }: Pick<Handover, "from" | "to" | "at">): Buffer =>
  Buffer.from(`ledger key handover\n${from}\n${to}\n${at}\n`);

const toDer = (key: KeyObject): string => key.export({ format: "der", type: "spki" }).toString("base64");
const fromDer = (key: string): KeyObject =>
  createPublicKey({ key: Buffer.from(key, "base64"), format: "der", type: "spki" });

/** Puts on record, signed by both, which key follows which. */
export async function handLedgerKeyOver(tx: Transaction, ctx: Ctx, keys: { from: number; to: number }): Promise<void> {
  const [former, next] = [pairOf(keys.from), pairOf(keys.to)];
  const what = { from: toDer(former.publicKey), to: toDer(next.publicKey), at: ctx.clock.now().toISOString() };
  const signed = ({ privateKey }: Pair) => new Uint8Array(sign(null, handoverText(what), privateKey));
  await tx.prisma.ledgerKeyHandover.create({
    data: {
      keyId: keys.to,
      fromKey: Buffer.from(what.from, "base64"),
      toKey: Buffer.from(what.to, "base64"),
      at: new Date(what.at),
      fromSignature: signed(former),
      toSignature: signed(next),
    },
  });
}

/** Every change, oldest first: whoever has an older key finds the newer ones from it. */
export async function readHandovers(db: Transaction): Promise<Handover[]> {
  const handovers = await db.prisma.ledgerKeyHandover.findMany({ orderBy: { keyId: "asc" } });
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
  return handovers.map(({ fromKey, toKey, at, fromSignature, toSignature }) => ({
    from: base64(fromKey),
    to: base64(toKey),
    at: at.toISOString(),
    from_signature: base64(fromSignature),
    to_signature: base64(toSignature),
  }));
}

/**
 * Every key that signs or signed, newest first: those that this process derives, and those that one of them vouches for.
 * A key that is only in the database counts for nothing.
 */
export async function readLedgerKeys(db: Transaction): Promise<KeyObject[]> {
  const known = new Map(
    acceptedKeyIds()
      .toSorted((a, b) => b - a)
      .map((id) => [toDer(pairOf(id).publicKey), pairOf(id).publicKey]),
  );
  for (const handover of (await readHandovers(db)).reverse()) {
    const vouches = known.get(handover.to);
    const signature = Buffer.from(handover.to_signature, "base64");
    if (vouches && !known.has(handover.from) && verify(null, handoverText(handover), vouches, signature))
      known.set(handover.from, fromDer(handover.from));
  }
  return [...known.values()];
}

/** All of them as a file: the one that signs now first, the former ones after it. */
export async function exportLedgerKeys(db: Transaction): Promise<string> {
  const active = checkpointPublicKey();
  const all = (await readLedgerKeys(db)).map(toPem);
  return [active, ...all.filter((pem) => pem !== active)].join("");
}
