import { type Brand, findBrandBySlug } from "#server/domain/reseller/brand/index.ts";
import { FILE_POLICY } from "#server/http/security-headers.ts";
import { database } from "#server/kernel/db.ts";

type Address = { params: Promise<{ environment: string; slug: string }> };

/** The picture of a brand that has none of its own: its initials on its primary colour. */
export async function drawLogo(_request: Request, { params }: Address): Promise<Response> {
  const { environment, slug } = await params;
  const known = (environment === "live" || environment === "test") && /^[a-z0-9-]{3,40}$/.test(slug);
  const brand = known ? await findBrandBySlug(database(), environment, slug) : null;
  return brand ? drawnLogo(brand) : new Response(null, { status: 404 });
}

export const drawnLogo = (brand: Brand): Response =>
  new Response(draw(brand), {
    headers: {
      "Content-Type": "image/svg+xml",
      "Cache-Control": "public, max-age=300",
      "Content-Security-Policy": FILE_POLICY,
      "X-Content-Type-Options": "nosniff",
      // Resellers show it on pages of their own, and the portal where shops have another origin.
      "Cross-Origin-Resource-Policy": "cross-origin",
    },
  });

function draw({ name, primaryColor }: Brand): string {
  const initials = [...name.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)].map(([letter]) => letter).slice(0, 2);
  const text = escapeXml(initials.join("").toUpperCase() || "•");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128" role="img" aria-label="${escapeXml(name)}"><rect width="128" height="128" rx="28" fill="${primaryColor}"/><text x="64" y="66" fill="${readableOn(primaryColor)}" font-family="system-ui, sans-serif" font-size="52" font-weight="600" text-anchor="middle" dominant-baseline="central">${text}</text></svg>`;
}

const escapeXml = (text: string) => text.replace(/[<>&"']/g, (character) => `&#${character.codePointAt(0)};`);

/** Black or white, whichever contrasts more (WCAG relative luminance). */
function readableOn(color: string): string {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  return luminance > 0.179 ? "#000000" : "#FFFFFF";
}
