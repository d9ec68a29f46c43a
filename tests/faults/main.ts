import { Command } from "commander";
import { newService, until } from "../support/service.ts";
import { drive } from "./load.ts";
import { seeded } from "./random.ts";
import { reconcile } from "./reconcile.ts";

/** `npm run faults -- --seed 7 --orders 1000`: the service under suppliers that misbehave; exit code 1 when any book disagrees. */
const options = new Command()
  .option("--seed <n>", "the same faults for the same seed", Number, Date.now() % 1_000_000)
  .option("--orders <n>", "live orders of 1 to 5 eSIMs", Number, 1_000)
  .option("--share <x>", "how many calls misbehave", Number, 0.2)
  .option("--clients <n>", "side by side", Number, 8)
  .parse()
  .opts<{ seed: number; orders: number; share: number; clients: number }>();

const startedAt = Date.now();
const service = await newService({ TIME_SCALE: "0.02" });
try {
  await service.start();
  const account = ["--name", "Faults", "--email", "faults@example.com", "--currency", "USD", "--plan", "scale"];
  const limits = ["--rate-minute", "1000000", "--rate-day", "100000000", "--markup", "20"];
  const { account_code: code } = await service.svc<{ account_code: string }>(
    "account",
    "create",
    ...account,
    ...limits,
  );
  await service.svc("wallet", "fund", code, "1000000");
  const { key } = await service.svc<{ key: string }>("key", "create", code, "--env", "live", "--scopes", "all");
  const packages = await choosePackages(key);
  const witness = await drive(service, { key, packages, ...options }, seeded(options.seed));
  const placedAfter = Date.now() - startedAt;
  await service.svc("sim", "reset");
  await until(async () => (await countOpen(key, code)) === 0, 8 * 60_000).catch(() => {});
  const { faults, orders, inReview } = await reconcile(service, key, code, witness);
  const summary = {
    seed: options.seed,
    orders: witness.orders.length,
    statuses: Object.fromEntries(
      [...Map.groupBy(orders, ({ status }) => status)].map(([status, all]) => [status, all.length]),
    ),
    topups: witness.topups.length,
    cancels: witness.cancels.length,
    refusals: Object.fromEntries(witness.refusals),
    misbehaviours: Object.fromEntries([...witness.misbehaviours].sort()),
    inReview,
    seconds: { placed: Math.round(placedAfter / 1_000), all: Math.round((Date.now() - startedAt) / 1_000) },
    faults,
  };
  process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  await service.dispose();
}

/** Some cheap packages of every supplier that can be topped up. */
async function choosePackages(key: string): Promise<Map<string, string[]>> {
  const chosen = new Map<string, string[]>();
  for (const country of ["TR", "DE", "FR", "US", "JP"]) {
    const { json } = await service.call(
      key,
      "GET",
      `/packages?country=${country}&type=local&unlimited=false&limit=100`,
    );
    for (const item of json.data.items as { package_id: string; provider: string; topup_supported: boolean }[]) {
      const own = chosen.get(item.provider) ?? [];
      if (item.topup_supported && own.length < 12) chosen.set(item.provider, [...own, item.package_id]);
    }
  }
  return chosen;
}

/** Orders and actions whose outcome is still being looked for. */
async function countOpen(key: string, accountCode: string): Promise<number> {
  const open = await Promise.all(
    ["queued", "processing"].map(async (status) => {
      const { json } = await service.call(key, "GET", `/orders?status=${status}&limit=100`);
      return (json.data.items as unknown[]).length;
    }),
  );
  const { reviews } = await service.svc<{ reviews: { accountCode: string; waiting: boolean }[] }>("review", "list");
  const looking = reviews.filter((review) => review.accountCode === accountCode && !review.waiting).length;
  const decided = reviews.filter((review) => review.waiting).length;
  return Math.max(0, open[0]! + open[1]! - decided) + looking;
}
