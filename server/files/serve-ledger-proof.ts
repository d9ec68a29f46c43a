import type { NextRequest } from "next/server";
import { proveCheckpoint } from "#server/domain/money/ledger/index.ts";
import { ERRORS, isServiceError } from "#server/kernel/errors.ts";
import { createPortalContext, enterAsStaff } from "#server/trpc/context.ts";

/** `/api/ledger-proof`: the account's place in the newest signed checkpoint, as docs/verify-ledger.mjs reads it. */
export async function serveLedgerProof(request: NextRequest): Promise<Response> {
  const cookie = (key: string) => request.cookies.get(key)?.value;
  try {
    const ctx = await enterAsStaff(
      await createPortalContext({ headers: request.headers, cookie, environment: "live" }),
    );
    const proof = await proveCheckpoint(ctx);
    return new Response(`${JSON.stringify(proof)}\n`, {
      headers: {
        "content-type": "application/json",
        "content-disposition": `attachment; filename="checkpoint-${ctx.account.code}-${proof.checkpoint.number}.json"`,
        "cache-control": "no-store",
      },
    });
  } catch (error) {
    if (isServiceError(error)) return new Response(error.message, { status: ERRORS[error.code].status });
    throw error;
  }
}
