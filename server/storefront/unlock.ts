import { cookies } from "next/headers";
import { hostCookie, setHostCookie } from "#server/auth/cookie.ts";
import { acceptedKeys, derivedKey, equalBytes, hmacSha256 } from "#server/kernel/crypto.ts";
import { DAY, SECOND } from "#server/kernel/time.ts";

/** Proves to the page of a shared eSIM that its code was given; for this link alone. */
function proofOf(token: string, key = derivedKey("storefront-links")): { name: string; value: string } {
  const mac = hmacSha256(key, `unlock:${token}`).toString("hex");
  return { name: `share-${mac.slice(0, 12)}`, value: mac.slice(12) };
}

export function unlockCookie(token: string): string {
  const { name, value } = proofOf(token);
  return setHostCookie(name, value, { seconds: DAY / SECOND, sameSite: "Strict" });
}

export async function isUnlocked(token: string): Promise<boolean> {
  const sent = await cookies();
  return acceptedKeys("storefront-links").some((key) => {
    const { name, value } = proofOf(token, key);
    return equalBytes(Buffer.from(sent.get(hostCookie(name))?.value ?? ""), Buffer.from(value));
  });
}
