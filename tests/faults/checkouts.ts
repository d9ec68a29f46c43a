import { Command } from "commander";
import { overrideEnv } from "#server/kernel/env.ts";
import { openRunningStore, type RunningStore } from "../support/running-store.ts";
import { newService } from "../support/service.ts";
import { fakeStripe } from "../support/stripe.ts";
import { handOut } from "./afterwards.ts";
import { seeded } from "./random.ts";
import { choosePackages, FAULT_ENV, runCheckouts } from "./run-checkouts.ts";
import { WEBHOOK_SECRET } from "./travellers.ts";

/** `npm run faults:checkouts -- --seed 7`: storefronts while everything around them fails; exit code 1 when any book disagrees. */
const { seed, ...run } = new Command()
  .option("--seed <n>", "the same faults for the same seed", Number, Date.now() % 1_000_000)
  .option("--checkouts <n>", "purchases that travellers begin", Number, 500)
  .option("--kills <n>", "times that processes are killed", Number, 9)
  .option("--share <x>", "how many calls misbehave", Number, 0.2)
  .option("--clients <n>", "side by side", Number, 8)
  .parse()
  .opts<{ seed: number; checkouts: number; kills: number; share: number; clients: number }>();

const startedAt = Date.now();
const stripe = await fakeStripe();
const service = await newService({ ...FAULT_ENV, STRIPE_API_URL: stripe.url });
let funding: NodeJS.Timeout | undefined;
try {
  await service.start();
  const look = { colors: ["#E85D2F", "#3A2417", "#1F7A8C"], locale: "en" } as const;
  const rich = await openRunningStore(service, { name: "Rich", slug: "rich-travel", wallet: 100_000, ...look });
  const poor = await openRunningStore(service, { name: "Poor", slug: "poor-travel", wallet: 40, ...look });
  const stores: RunningStore[] = [rich, poor];
  overrideEnv({ stripeApiUrl: stripe.url });
  for (const store of stores) await store.connectStripe(WEBHOOK_SECRET);
  // The one whose money keeps running out.
  funding = setInterval(() => void service.svc("wallet", "fund", poor.code, "40").catch(() => {}), 15_000);
  const packages = await choosePackages({ service, stores });
  const random = seeded(seed);
  const after = await handOut(stores, packages[0]!.packageId, Math.ceil(run.checkouts / 10));
  const journey = { service, stripe, stores, packages, share: run.share, after };
  const { seen, faults, ...result } = await runCheckouts(journey, { ...run, random });
  const summary = {
    seed,
    travellers: seen.travellers.length,
    opened: seen.travellers.reduce((sum, { opened }) => sum + opened.length, 0),
    ...result,
    refunds: stripe.refunds.length,
    disputes: Object.fromEntries(
      [...Map.groupBy(stripe.disputes, ({ status }) => status)].map(([s, all]) => [s, all.length]),
    ),
    refusals: Object.fromEntries([...seen.refusals].sort()),
    misbehaviours: Object.fromEntries([...seen.misbehaviours].sort()),
    seconds: Math.round((Date.now() - startedAt) / 1_000),
    faults,
  };
  process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`);
  if (faults.length > 0) process.exitCode = 1;
} catch (error) {
  // Said before the cleaning up, which may have something to say itself.
  process.stderr.write(`${(error as Error).stack}\n`);
  process.exitCode = 1;
} finally {
  clearInterval(funding);
  stripe.close();
  await service.dispose();
}
