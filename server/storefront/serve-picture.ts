import type { LookupFunction } from "node:net";
import { Agent, request } from "undici";
import { drawnLogo } from "#server/api/brand/draw-logo.ts";
import { type Address, checkAddress, isRefused } from "#server/domain/messaging/webhooks/index.ts";
import { findPicture, hashOfPath, pictureType } from "#server/domain/reseller/pictures/index.ts";
import { FILE_POLICY } from "#server/http/security-headers.ts";
import { database } from "#server/kernel/db.ts";
import { HeldBytes } from "#server/kernel/held-bytes.ts";
import { inPieces } from "#server/kernel/in-pieces.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { MINUTE, SECOND } from "#server/kernel/time.ts";
import { findStore, type Store } from "./open-store.ts";

type Picture = { type: string; bytes: Buffer };

const MOST_BYTES = 512 * 1024;
/** All pictures of all shops that are held at a time: resellers say which there are, and strangers which are asked for. */
const HELD = { mostBytes: 64 * 1024 * 1024, heldForMs: 10 * MINUTE };

type Context = { params: Promise<{ slug: string }> };

/** A storefront asks no other host for anything: the reseller's pictures are fetched by us and given out as ours. */
export const serveLogo = (_request: Request, context: Context) => serve(context, ({ brand }) => brand.logoUrl);
export const serveFavicon = (_request: Request, context: Context) =>
  serve(context, ({ brand }) => brand.faviconUrl ?? brand.logoUrl);

async function serve({ params }: Context, which: (store: Store) => string | null): Promise<Response> {
  const store = await findStore((await params).slug, "en");
  if (!store) return new Response(null, { status: 404 });
  const url = which(store);
  const picture = url && (await readOnce(url));
  if (!picture) return drawnLogo(store.brand);
  return new Response(inPieces(picture.bytes), {
    headers: {
      "Content-Type": picture.type,
      "Cache-Control": "public, max-age=3600",
      // A drawing may carry scripts: it is shown, not run. For the pages of the shop alone.
      "Content-Security-Policy": FILE_POLICY,
      "Cross-Origin-Resource-Policy": "same-origin",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

/** A stored picture under its own name, for the portal, for other sites and for whoever has the manifest: it never changes. */
export async function serveStoredPicture(_request: Request, { params }: { params: Promise<{ name: string }> }) {
  const path = `/pictures/${(await params).name}`;
  const picture = hashOfPath(path) && (await readOnce(path));
  if (!picture) return new Response(null, { status: 404 });
  return new Response(inPieces(picture.bytes), {
    headers: {
      "Content-Type": picture.type,
      "Cache-Control": "public, max-age=31536000, immutable",
      "Content-Security-Policy": FILE_POLICY,
      "Cross-Origin-Resource-Policy": "cross-origin",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

/** What could not be fetched is not asked for again for a while either; what is not stored here may be soon. */
async function readOnce(url: string): Promise<Picture | null> {
  const held = heldPictures();
  const known = held.find(url);
  if (known) return await known;
  if (!hashOfPath(url))
    return await held.hold(
      url,
      fetchPicture(url).catch(() => null),
    );
  const bytes = await findPicture(database(), url);
  const stored = bytes && { type: pictureType(bytes, "image/png") ?? "image/png", bytes };
  return stored && (await held.hold(url, Promise.resolve(stored)));
}

const heldPictures = () =>
  processSingleton(
    "storefront-pictures",
    () => new HeldBytes<Picture | null>({ ...HELD, sizeOf: (picture) => picture?.bytes.length ?? 0 }),
  );

/** Public addresses only, and what was checked is what is dialled. */
async function fetchPicture(url: string): Promise<Picture | null> {
  const checked = await checkAddress(url);
  if (isRefused(checked)) return null;
  const lookup = checked.addresses.length > 0 && { lookup: only(checked.addresses) };
  const dispatcher = new Agent({
    connect: { timeout: 5 * SECOND, ...lookup },
    headersTimeout: 5 * SECOND,
    bodyTimeout: 5 * SECOND,
  });
  try {
    const answer = await request(checked.url, { dispatcher, signal: AbortSignal.timeout(10 * SECOND) });
    if (answer.statusCode !== 200) return null;
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) return null;
      chunks.push(chunk);
    }
    const all = Buffer.concat(chunks);
    const type = pictureType(
      all,
      String(answer.headers["content-type"] ?? "")
        .split(";")[0]!
        .trim(),
    );
    return type === null ? null : { type, bytes: all };
  } finally {
    dispatcher.destroy().catch(() => {});
  }
}

const only =
  (addresses: Address[]): LookupFunction =>
  (_host, options, done) => {
    const [first] = addresses;
    if (options.all) done(null, addresses);
    else done(null, first!.address, first!.family);
  };
