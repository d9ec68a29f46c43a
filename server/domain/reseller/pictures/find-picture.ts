import type { Transaction } from "#server/kernel/db.ts";
import { hashOfPath, picturePath } from "./picture-path.ts";

/** For whoever asks: a picture is public, by a name that nobody guesses. */
export async function findPicture(db: Transaction, path: string): Promise<Buffer | null> {
  const hash = hashOfPath(path);
  const found = hash && (await db.prisma.picture.findFirst({ where: { hash }, select: { bytes: true } }));
  return found ? Buffer.from(found.bytes) : null;
}

export type PictureSize = { width: number; height: number };

/** Of an account's own picture; null for an address elsewhere. */
export async function findPictureSize(
  db: Transaction,
  accountId: number,
  path: string | null,
): Promise<PictureSize | null> {
  const hash = hashOfPath(path);
  if (!hash) return null;
  return await db.prisma.picture.findUnique({
    where: { accountId_hash: { accountId, hash } },
    select: { width: true, height: true },
  });
}

export type SizedPicture = PictureSize & { path: string };

/** An account's picture in all its sizes, the largest first; none when it is not the account's. */
export async function findPictureSizes(
  db: Transaction,
  accountId: number,
  path: string | null,
): Promise<SizedPicture[]> {
  const hash = hashOfPath(path);
  if (!hash) return [];
  const found = await db.prisma.picture.findMany({
    where: { accountId, OR: [{ hash }, { smallerOf: hash }] },
    select: { hash: true, width: true, height: true },
    orderBy: { width: "desc" },
  });
  return found.map(({ hash, ...size }) => ({ path: picturePath(hash, "webp"), ...size }));
}
