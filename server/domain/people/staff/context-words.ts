import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";

/** Whose password it is going to be, as far as it is known. */
export type PasswordOwner = { email: string; userId?: number; accountId?: number; companyName?: string };

/** What anybody would try first who knows what this is. */
const PRODUCT = ["reseller", "esim", "travel", "service", "portal", "roaming", "data"];
const SHORTEST = 4;

/** The names around somebody: their address, their companies, brands and domains, and the product. */
export async function contextWords(ctx: Ctx, owner: PasswordOwner): Promise<string[]> {
  const { email, userId, accountId, companyName = null } = owner;
  const rows = await ctx.db.query<{ words: (string | null)[] }>(sql`
    select array[a.company_name, b.name, b.company_legal_name, b.custom_domain, b.portal_slug] as words
      from accounts a left join brands b on b.account_id = a.id
     where a.id = ${accountId ?? null}::int or a.id in (select account_id from memberships where user_id = ${userId ?? null}::int)`);
  const names = [
    email,
    new URL(env().publicUrl).hostname,
    companyName,
    ...rows.flatMap(({ words }) => words),
    ...PRODUCT,
  ];
  const words = names.flatMap((name) => (name ? [lettersOf(name), ...name.split(/[^\p{L}]+/u).map(lettersOf)] : []));
  return [...new Set(words)].filter(({ length }) => length >= SHORTEST).sort((a, b) => b.length - a.length);
}

const lettersOf = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}]/gu, "");

/** Whether a password is little else than such words: without them less is left than a word. */
export function isMadeOfContext(password: string, words: string[]): boolean {
  const letters = lettersOf(password);
  const rest = words.reduce((left, word) => left.replaceAll(word, ""), letters);
  return rest.length < letters.length && rest.length < SHORTEST;
}
