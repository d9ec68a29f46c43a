import { type AccountCtx, type Environment, tenant } from "#server/kernel/context.ts";
import { acceptedKeys, derivedKey, equalBytes, hmacSha256 } from "#server/kernel/crypto.ts";
import { env } from "#server/kernel/env.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { HOUR } from "#server/kernel/time.ts";

/** Whose shop is shown as its draft would have it. */
export type PreviewAddress = { accountId: number; environment: Environment; preview: string };

/** 128 bits, in hexadecimal. */
const MAC_LENGTH = 32;
const TOKEN = /^(test|live)-(\d{1,10})-(\d{1,8})-([0-9a-f]{32})$/;

const macOf = (body: string, key = derivedKey("storefront-links")): string =>
  hmacSha256(key, `preview:${body}`).toString("hex").slice(0, MAC_LENGTH);

/** Where the portal shows the draft: for everybody who has this address, for one to two hours. */
export function previewUrl(ctx: AccountCtx): string {
  requirePermission(ctx, "brand:read");
  const { accountId, environment } = tenant(ctx);
  // The same for an hour, so that a page that asks again does not load its frame anew.
  const lastHour = Math.floor(ctx.clock.now().getTime() / HOUR) + 2;
  const body = `${environment}-${accountId}-${lastHour}`;
  return `${env().shopsUrl ?? ""}/preview/${body}-${macOf(body)}`;
}

/** Null for what we did not sign, and for what has expired. */
export function readPreview(token: string): PreviewAddress | null {
  const [, environment, account, lastHour, mac = ""] = TOKEN.exec(token) ?? [];
  if (!environment || Number(lastHour) * HOUR < Date.now()) return null;
  const body = `${environment}-${account}-${lastHour}`;
  const signed = acceptedKeys("storefront-links").some((key) =>
    equalBytes(Buffer.from(macOf(body, key)), Buffer.from(mac)),
  );
  return signed ? { accountId: Number(account), environment: environment as Environment, preview: token } : null;
}

/** Who may frame it: the portal, and nobody else. */
export const portalFrames = (): string => (env().shopsUrl ? env().publicUrl : "'self'");
