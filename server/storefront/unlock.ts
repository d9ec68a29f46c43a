import { cookies } from "next/headers";
import { derivedKey, hmacSha256 } from "#server/kernel/crypto.ts";

/** Proves to the page of a shared eSIM that its code was given; for this link alone. */
export function unlockCookie(token: string): { name: string; value: string } {
  const mac = hmacSha256(derivedKey("storefront-links"), `unlock:${token}`).toString("hex");
  return { name: `share-${mac.slice(0, 12)}`, value: mac.slice(12) };
}

export async function isUnlocked(token: string): Promise<boolean> {
  const { name, value } = unlockCookie(token);
  return (await cookies()).get(name)?.value === value;
}
