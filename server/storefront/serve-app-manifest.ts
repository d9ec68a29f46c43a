import { LANGUAGES } from "#server/domain/catalogue/places/index.ts";
import { findStore } from "./open-store.ts";

type Context = { params: Promise<{ slug: string }> };

/** A page of somebody's own that may stand on a home screen; below the shop. */
const STARTS = /^\/([a-z]{2})\/esim\/[\w-]+\/[\w-]+$/;

/** What a phone needs to know of the shop to put a page of it on its home screen: the eSIM that was opened, else what was bought. */
export async function serveAppManifest(request: Request, { params }: Context): Promise<Response> {
  const start = new URL(request.url).searchParams.get("start") ?? "";
  const asked = STARTS.exec(start)?.[1];
  const language = LANGUAGES.find((known) => known === asked) ?? "en";
  const store = await findStore((await params).slug, language);
  if (!store) return new Response(null, { status: 404 });
  const { name, base, colors, version } = store.view;
  const manifest = {
    name,
    short_name: name.slice(0, 12),
    lang: language,
    start_url: asked === language ? base + start : `${base}/${language}/my`,
    scope: `${base}/`,
    display: "minimal-ui",
    theme_color: colors.primary,
    background_color: "#ffffff",
    icons: [{ src: `${base}/favicon?v=${version}`, sizes: "any", purpose: "any" }],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "Content-Type": "application/manifest+json; charset=utf-8", "Cache-Control": "private, no-store" },
  });
}
