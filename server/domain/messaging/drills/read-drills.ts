import { keyPrefix } from "#server/domain/reseller/keys/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { type Call, isGenuine, type Post, type Report, type Scenario } from "./drill.ts";
import { SCENARIOS } from "./words.ts";

export type Drill = {
  id: number;
  keyPrefix: string;
  /** Null where none took part. */
  endpoint: { id: number; url: string } | null;
  startedBy: string;
  startedAt: Date;
  endsAt: Date;
  endedAt: Date | null;
  /** Orders that came, webhooks that went. */
  calls: number;
  posts: number;
  /** Shown so far. */
  shown: Scenario[];
  report: Report | null;
};

const MOST = 10;

/** The latest drills, the newest first, and what a drill shows. There are none in the live environment. */
export async function readDrills(ctx: AccountCtx): Promise<{ drills: Drill[]; scenarios: typeof SCENARIOS }> {
  requirePermission(ctx, "webhooks:read");
  if (ctx.environment !== "test") return { drills: [], scenarios: SCENARIOS };
  const where = { accountId: ctx.account.id };
  const found = await ctx.db.prisma.drill.findMany({ where, orderBy: { id: "desc" }, take: MOST });
  const keys = await ctx.db.prisma.apiKey.findMany({
    where: { ...where, id: { in: found.map(({ keyId }) => keyId) } },
  });
  const ids = found.flatMap(({ endpointId }) => endpointId ?? []);
  const endpoints = await ctx.db.prisma.webhookEndpoint.findMany({ where: { ...where, id: { in: ids } } });
  const drills = found.map(({ id, keyId, endpointId, startedBy, startedAt, endsAt, endedAt, ...rest }) => {
    const key = keys.find((one) => one.id === keyId);
    const endpoint = endpoints.find((one) => one.id === endpointId);
    const calls = rest.calls as Call[];
    const posts = rest.posts as Post[];
    const genuine = posts.some(({ kind }) => isGenuine(kind)) ? ["genuine", "prompt"] : [];
    const shown = [...calls.map(({ scenario }) => scenario), ...posts.map(({ kind }) => kind), ...genuine];
    return {
      ...{ id, startedBy, startedAt, endsAt, endedAt },
      keyPrefix: key ? keyPrefix("test", key.publicId) : "",
      endpoint: endpoint ? { id: endpoint.id, url: endpoint.url } : null,
      calls: calls.length,
      posts: posts.length,
      shown: SCENARIOS.map(({ code }) => code).filter((code) => (shown as string[]).includes(code)),
      report: rest.report as Report | null,
    };
  });
  return { drills, scenarios: SCENARIOS };
}
