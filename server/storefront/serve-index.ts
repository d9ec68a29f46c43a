import { setImmediate as nextTurn } from "node:timers/promises";
import { LANGUAGES } from "#server/domain/catalogue/places/index.ts";
import { findStore, type Store } from "./open-store.ts";
import { listOnSale, readShop } from "./read-shop.ts";

type Context = { params: Promise<{ slug: string }> };

const HOUR_CACHE = { "Cache-Control": "public, max-age=3600" };

/** Crawlers are led to the brand's own pages, never to somebody's purchase or to a test. */
export async function serveRobots(_request: Request, { params }: Context): Promise<Response> {
  const store = await findStore((await params).slug, "en");
  if (!store) return new Response(null, { status: 404 });
  const { base, canonicalBase, environment } = store.view;
  const closed = ["checkout", "pay", "back", "order", "esim", "my", "share", "search"].map(
    (part) => `Disallow: ${base}/*/${part}/`,
  );
  const lines =
    environment === "test"
      ? ["User-agent: *", "Disallow: /"]
      : ["User-agent: *", ...closed, "", `Sitemap: ${canonicalBase}/sitemap.xml`];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", ...HOUR_CACHE },
  });
}

/** Every page that may be found, in every language, each with its other languages. */
export async function serveSitemap(_request: Request, { params }: Context): Promise<Response> {
  const store = await findStore((await params).slug, "en");
  if (!store || store.view.environment === "test") return new Response(null, { status: 404 });
  const urls: string[] = [];
  for (const [i, path] of (await listPaths(store)).entries()) {
    urls.push(...LANGUAGES.map((language) => entry(store.view.canonicalBase, language, path)));
    // Others have their turn in between.
    if (i % 250 === 249) await nextTurn();
  }
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join("\n")}
</urlset>
`;
  return new Response(xml, { headers: { "Content-Type": "application/xml; charset=utf-8", ...HOUR_CACHE } });
}

/** A sitemap may have 50,000 addresses. */
const MOST_PACKAGES = 9_000;

async function listPaths(store: Store): Promise<string[]> {
  const [shop, sale] = await Promise.all([readShop(store), listOnSale(store.ctx)]);
  const places = shop ? [...shop.countries, ...shop.regions, ...(shop.global ? [shop.global] : [])] : [];
  return [
    "",
    ...places.map(({ kind, code }) => `/${kind}/${code}`),
    ...(sale?.items ?? []).slice(0, MOST_PACKAGES).map(({ shopCode }) => `/package/${shopCode}`),
    "/trip",
    "/device",
    "/help",
    "/legal",
    ...store.view.pages.flatMap(({ href }) => (href.includes("/info/") ? [href.slice(href.indexOf("/info/"))] : [])),
  ];
}

function entry(canonicalBase: string, language: string, path: string): string {
  const at = (code: string) => `${canonicalBase}/${code}${path}`;
  const others = LANGUAGES.map((code) => `<xhtml:link rel="alternate" hreflang="${code}" href="${at(code)}"/>`).join(
    "",
  );
  return `<url><loc>${at(language)}</loc>${others}</url>`;
}
