import { Readable } from "node:stream";
import type { NextRequest } from "next/server";
import { LANGUAGES } from "#server/domain/catalogue/places/index.ts";
import { qrPng } from "#server/domain/messaging/mail/index.ts";
import { readInstallSheets } from "#server/domain/shop/handover/index.ts";
import { ERRORS, isServiceError } from "#server/kernel/errors.ts";
import { createPortalContext, enterAsStaff } from "#server/trpc/context.ts";
import { installPdf } from "./install-pdf.ts";
import { installPng } from "./install-png.ts";

type Params = { params: Promise<{ env: string; reference: string; file: string }> };

/**
 * `/api/installation/live/B2B-1042/sheets.pdf?iccid=…&iccid=…&language=de`: a page for each eSIM, to be printed or passed
 * on. `…/sheet.png?iccid=…`: the same of one as a picture. `…/code.png?iccid=…`: its QR code alone.
 */
export async function serveInstallation(request: NextRequest, { params }: Params): Promise<Response> {
  const { env, reference, file } = await params;
  if ((env !== "test" && env !== "live") || !["sheets.pdf", "sheet.png", "code.png"].includes(file))
    return new Response(null, { status: 404 });
  const query = request.nextUrl.searchParams;
  const cookie = (key: string) => request.cookies.get(key)?.value;
  try {
    const ctx = await enterAsStaff(await createPortalContext({ headers: request.headers, cookie, environment: env }));
    const language = LANGUAGES.find((known) => known === query.get("language"));
    const iccids = query.getAll("iccid").slice(0, file === "sheets.pdf" ? 50 : 1);
    const sheets = await readInstallSheets(ctx, { reference, iccids, language });
    const name = sheets.sheets.length === 1 ? sheets.sheets[0]!.iccid : reference;
    const named = `esim-${name}-${sheets.language}`;
    if (file === "code.png") return download(qrPng(sheets.sheets[0]!.activationCode), "image/png", `esim-${name}.png`);
    if (file === "sheet.png") return download(await installPng(sheets), "image/png", `${named}.png`);
    return download(Readable.toWeb(Readable.from(installPdf(sheets))), "application/pdf", `${named}.pdf`);
  } catch (error) {
    if (isServiceError(error)) return new Response(error.message, { status: ERRORS[error.code].status });
    throw error;
  }
}

const download = (body: unknown, type: string, name: string): Response =>
  new Response(body as BodyInit, {
    headers: {
      "content-type": type,
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
  });
