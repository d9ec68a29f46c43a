import { decrypt } from "#server/kernel/crypto.ts";
import type { Transaction } from "#server/kernel/db.ts";

/** Under this name the key is looked for: `<selector>._domainkey.<domain>`. */
export const SELECTOR = "svc1";

/** Who signs, as DKIM has it. */
export type Signer = { address: string; domainName: string; keySelector: string; privateKey: string };

export const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1);

/** Null: mails of the account come from us, because it has no address of its own or nobody could check its signature. */
export async function findSigner(db: Transaction, accountId: number): Promise<Signer | null> {
  const found = await db.prisma.senderAddress.findUnique({ where: { accountId } });
  if (!found?.verifiedAt) return null;
  const { address, privateKey } = found;
  return { address, domainName: domainOf(address), keySelector: SELECTOR, privateKey: decrypt(privateKey) };
}
