import type { IncomingMessage } from "node:http";
import { cellCookie, sessionCookie } from "#server/auth/cookie.ts";
import { hostName, siteOf } from "#server/domain/reseller/brand/index.ts";
import { parseKey } from "#server/domain/reseller/keys/index.ts";
import { cellNamed, cellNumbered, type Place, whereIs } from "#server/domain/reseller/names/index.ts";
import { type ApiRequest, cookieOf, pathOf, queryOf } from "#server/http/message.ts";
import { readKey } from "#server/http/read-key.ts";
import { cellOfId, HOME } from "#server/kernel/cell.ts";
import { readForm } from "./read-form.ts";

/** A shop by its slug: its pages and files, and its drawn logo. */
const SHOP = /^\/(?:(?:test-)?store|brands\/[^/]+)\/([a-z0-9-]{1,40})(?:\/|$)/;
/** A draft as the portal shows it: signed for an account, whose number tells its cell. */
const PREVIEW = /^\/preview\/(?:test|live)-(\d{1,10})-/;
/** Addresses that a cell gives out without a name of the directory in them: they name the cell in their query. */
const ADDRESSED = /^\/(?:invitation|recovery|sign-up|pictures|api\/payments\/stripe)\/./;
const CHECK = "/api/domains/check";
/** What is somebody's who is signed in, or is led by a link to where they will be. */
const SIGNED_IN =
  /^\/(?:(?:portal|test|live|operator|second-factor|no-team)(?:\/|$)|(?:invitation|recovery|sign-up|pictures)\/.|api\/(?!v1|suppliers|payments|inngest|ping|domains|tools)\w)/;

/** In which other cell a request of the API belongs, by its key; null: in none. What is no key is refused here. */
export async function locateKey(request: ApiRequest): Promise<Place | null> {
  const key = parseKey(keyOf(request));
  return key && (await whereIs({ kind: "key", name: key.publicId }));
}

function keyOf(request: ApiRequest): string {
  try {
    return readKey(request);
  } catch {
    return "";
  }
}

/**
 * In which other cell a page or call of the portal or of a shop belongs; null: in none.
 *
 * @param beforeBody is called before anything of the body is waited for
 */
export async function locatePage(message: IncomingMessage, beforeBody: () => void): Promise<Place | null> {
  const { url = "/", headers } = message;
  const path = pathOf(url);
  if (path.startsWith("/_next/")) return null;
  const site = siteOf(hostName(headers.host ?? null));
  if (typeof site === "object") return await whereIs({ kind: "domain", name: site.domain });
  const slug = SHOP.exec(path)?.[1];
  if (slug !== undefined) return await whereIs({ kind: "slug", name: slug });
  const account = PREVIEW.exec(path)?.[1];
  if (account !== undefined) return await cellNumbered(cellOfId(Number(account)));
  const named = ADDRESSED.test(path) ? queryOf(url).get("cell") : null;
  if (named !== null) return await cellNamed(named);
  if (path === CHECK) return await whereIs({ kind: "domain", name: hostName(queryOf(url).get("domain")) });
  if (!SIGNED_IN.test(path)) return null;
  const form = await readForm(message, path, beforeBody);
  if (form)
    return await ("email" in form
      ? whereIs({ kind: "person", name: form.email })
      : cellNumbered(cellOfId(form.userId)));
  // Where somebody is signed in, as their browser says. What is not so leads to a cell that does not know the session.
  const cookie = (name: string) => cookieOf(headers.cookie ?? "", name);
  const cell = cookie(cellCookie()) || (cookie(sessionCookie()) ? HOME : undefined);
  return cell === undefined ? null : await cellNamed(cell);
}
