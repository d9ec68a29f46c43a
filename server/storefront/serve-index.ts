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

/**
 * Every page that may be found, in every language, each with its other languages. A shop with more pages than one file takes answers
 * with an index of files, each of which is asked for by itself: all of a large catalogue is 25 MB.
 */
export async function serveSitemap(_request: Request, { params }: Context): Promise<Response> {
  const store = await findMapped((await params).slug);
  if (!store) return new Response(null, { status: 404 });
  const paths = await listPaths(store);
  if (paths.length <= MOST_PATHS) return await urlSet(store, paths);
  const { canonicalBase } = store.view;
  const files = Array.from(
    { length: Math.ceil(paths.length / MOST_PATHS) },
    (_, i) => `<sitemap><loc>${canonicalBase}/sitemap/${i + 1}.xml</loc></sitemap>`,
  );
  return xml("sitemapindex", "", files);
}

/** One file of a shop's sitemap, by its number in the index: `3.xml`. */
export async function serveSitemapFile(
  _request: Request,
  { params }: { params: Promise<{ slug: string; file: string }> },
): Promise<Response> {
  const { slug, file } = await params;
  const number = Number(/^([1-9]\d{0,3})\.xml$/.exec(file)?.[1]);
  const store = number ? await findMapped(slug) : null;
  const paths = store ? await listPaths(store) : [];
  const its = paths.length > MOST_PATHS ? paths.slice((number - 1) * MOST_PATHS, number * MOST_PATHS) : [];
  return store && its.length > 0 ? await urlSet(store, its) : new Response(null, { status: 404 });
}

/** A shop that crawlers are led through. */
async function findMapped(slug: string): Promise<Store | null> {
  const store = await findStore(slug, "en");
  return store && store.view.environment !== "test" ? store : null;
}

async function urlSet(store: Store, paths: string[]): Promise<Response> {
  const urls: string[] = [];
  for (const [i, path] of paths.entries()) {
    urls.push(...LANGUAGES.map((language) => entry(store.view.canonicalBase, language, path)));
    // Others have their turn in between.
    if (i % 250 === 249) await nextTurn();
  }
  return xml("urlset", ' xmlns:xhtml="http://www.w3.org/1999/xhtml"', urls);
}

const xml = (root: string, spaces: string, lines: string[]): Response =>
  new Response(
    `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${spaces}>
${lines.join("\n")}
</${root}>
`,
    { headers: { "Content-Type": "application/xml; charset=utf-8", ...HOUR_CACHE } },
  );

/** In a file, each in every language with all others: three to four megabytes. */
const MOST_PATHS = 400;

async function listPaths(store: Store): Promise<string[]> {
  const [shop, sale] = await Promise.all([readShop(store), listOnSale(store.ctx)]);
  const places = shop ? [...shop.countries, ...shop.regions, ...(shop.global ? [shop.global] : [])] : [];
  return [
    "",
    ...places.map(({ kind, code }) => `/${kind}/${code}`),
    ...(sale?.items ?? []).map(({ shopCode }) => `/package/${shopCode}`),
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
