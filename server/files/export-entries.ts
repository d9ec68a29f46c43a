import { listEndpoints } from "#server/domain/messaging/webhooks/index.ts";
import { proveCheckpoint } from "#server/domain/money/ledger/index.ts";
import { listMembers } from "#server/domain/people/staff/index.ts";
import { getProfile } from "#server/domain/reseller/accounts/index.ts";
import { listKeys } from "#server/domain/reseller/keys/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { isServiceError } from "#server/kernel/errors.ts";
import { reports } from "./reports/index.ts";
import { FILES } from "./table-files.ts";
import type { ZipEntry } from "./zip.ts";

/** Of the account as a whole, and of each environment. */
const OF_ACCOUNT = ["ledger", "ledger-chain", "audit-log"] as const;
const OF_ENVIRONMENT = ["orders", "esims", "sales", "invoices", "deliveries", "requests"] as const;

/**
 * Everything that is an account's, a file at a time: what the portal's lists have, the same way. It is read as its owner reads
 * it, whoever downloads it: what staff of the platform did there, and with what figures, is the platform's own.
 */
export async function* exportEntries(downloaded: AccountCtx): AsyncGenerator<ZipEntry> {
  const ctx: AccountCtx = { ...downloaded, actor: { kind: "staff", name: downloaded.account.code, role: "owner" } };
  const live: AccountCtx = { ...ctx, environment: "live" };
  yield { name: "account.json", content: accountFile(live) };
  for (const name of OF_ACCOUNT) yield { name: `${name}.csv`, content: csvOf(live, name) };
  const proof = await findProof(live);
  if (proof) yield { name: "ledger-checkpoint.json", content: [proof] };
  for (const environment of ["live", "test"] as const)
    for (const name of OF_ENVIRONMENT)
      yield { name: `${environment}/${name}.csv`, content: csvOf({ ...ctx, environment }, name) };
}

function csvOf(ctx: AccountCtx, name: string): AsyncIterable<Buffer> {
  const { header, rows } = reports[name]!;
  return FILES.csv(header, rows(ctx, {}));
}

async function* accountFile(ctx: AccountCtx): AsyncGenerator<string> {
  const [{ id: _id, ...account }, team, keys, live, test] = await Promise.all([
    getProfile(ctx),
    listMembers(ctx),
    listKeys(ctx, ctx.account.code),
    listEndpoints(ctx),
    listEndpoints({ ...ctx, environment: "test" }),
  ]);
  yield `${JSON.stringify({ account, team, keys, webhooks: { live, test } }, null, 2)}\n`;
}

/** The account's place in the newest signed checkpoint; null before the first. */
const findProof = (ctx: AccountCtx): Promise<string | null> =>
  proveCheckpoint(ctx).then(
    (proof) => `${JSON.stringify(proof)}\n`,
    (error) => {
      if (isServiceError(error)) return null;
      throw error;
    },
  );
