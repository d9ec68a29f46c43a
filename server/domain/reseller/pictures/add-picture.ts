import { createHash } from "node:crypto";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { sharedLimiter } from "#server/kernel/limiter.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { after, DAY, SECOND } from "#server/kernel/time.ts";
import { encodePicture, type PictureUse } from "./encode-picture.ts";
import { picturePath } from "./picture-path.ts";

export type StoredPicture = { path: string; width: number; height: number };

/** Of one account in a day, refused ones too: what is looked at costs as much as what is kept. */
const MOST_A_DAY = 100;

const tooMany = (): never =>
  fail("rate_limit_exceeded", `${MOST_A_DAY} pictures were uploaded within a day. Try again tomorrow.`);

/** Stores what is made of an uploaded picture. Nothing shows it until a brand, or its draft, has its path. */
export async function addPicture(ctx: AccountCtx, uploaded: Buffer, use: PictureUse): Promise<StoredPicture> {
  requirePermission(ctx, "brand:manage");
  const { db, account, clock } = ctx;
  const now = clock.now();
  await sharedLimiter({ name: "pictures", points: MOST_A_DAY, seconds: DAY / SECOND })
    .consume(account.id)
    .catch(tooMany);
  // A process that was started anew has counted none.
  const recent = await db.prisma.picture.count({ where: { accountId: account.id, usedAt: { gt: after(now, -DAY) } } });
  if (recent >= MOST_A_DAY) tooMany();
  const made = await encodePicture(uploaded, use);
  const [{ width, height, type }] = made;
  const hashes = made.map(({ bytes }) => createHash("sha256").update(bytes).digest("hex"));
  const hash = hashes[0]!;
  await db.transaction(async (tx) => {
    await recordAudit(tx, ctx, {
      act: "brand.picture",
      accountId: account.id,
      subject: use,
      details: { picture: hash, width, height },
    });
    for (const [i, { bytes, width, height }] of made.entries()) {
      const of = { accountId: account.id, hash: hashes[i]! };
      const smallerOf = i === 0 ? null : hash;
      await tx.prisma.picture.upsert({
        where: { accountId_hash: of },
        create: { ...of, bytes: new Uint8Array(bytes), width, height, smallerOf, usedAt: now },
        update: { usedAt: now },
      });
    }
  });
  return { path: picturePath(hash, type), width, height };
}
