// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of source text.
import type { Bug } from "./bug.ts";

/** What suppliers do late, twice or by themselves, and who waits for whom meanwhile. */
export const LATE_BUGS: Bug[] = [
  {
    name: "a supplier's cancel that is not paid back",
    changes: [
      {
        file: "server/domain/selling/esim-reports/take-reports.ts",
        find: 'state.status === "cancelled" && esim.status !== "cancelled";',
        put: 'state.status === "cancelled" && esim.status === "cancelled";',
      },
    ],
    checks: [{ file: "tests/jobs/supplier-cancels.test.ts" }],
  },
  {
    name: "what an order that was delivered was bought as well, and nobody looks for",
    changes: [
      {
        file: "server/domain/selling/orders/check-late-order.ts",
        find: "  if (!part?.lostAt) return;",
        put: '  if (!part?.lostAt || part.status === "delivered") return;',
      },
    ],
    checks: [{ file: "tests/jobs/late-purchases.test.ts" }, { file: "tests/jobs/late-answers.test.ts" }],
  },
  {
    name: "an answer that counts for another attempt",
    changes: [
      {
        file: "server/domain/selling/orders/supplier-part.ts",
        find: 'moveStatement("supplier_orders", PART_MOVES, { id, status, sends },',
        put: 'moveStatement("supplier_orders", PART_MOVES, { id, status, ...(sends < 0 && { sends }) },',
      },
    ],
    checks: [{ file: "tests/jobs/late-answers.test.ts" }],
  },
  {
    name: "a top-up that was given up and is not watched for",
    changes: [
      {
        file: "server/domain/selling/actions/settle-action.ts",
        find: "    if (isTopup) await watchTopup(ctx, action.id, now);\n",
        put: "    if (isTopup && !now) await watchTopup(ctx, action.id, now);\n",
      },
    ],
    checks: [{ file: "tests/jobs/late-purchases.test.ts" }],
  },
  {
    name: "a top-up that is paid back while its outcome is unknown",
    changes: [
      {
        file: "server/domain/selling/actions/settle-action.ts",
        find: "  await moveAction(ctx.db, sending, now,",
        put: '  if (sending.action === "topup") return await notDone(ctx, sending, "refused");\n  await moveAction(ctx.db, sending, now,',
      },
    ],
    checks: [{ file: "tests/jobs/settle-action.test.ts" }],
  },
  {
    name: "a profile that is sold to two",
    changes: [
      {
        file: "prisma/migrations/0076_one_profile_one_buyer/migration.sql",
        find: "create unique index esims_living_iccid on",
        put: "create index esims_living_iccid on",
      },
      {
        file: "prisma/migrations/0076_one_profile_one_buyer/migration.sql",
        find: "create unique index esims_living_activation_code on",
        put: "create index esims_living_activation_code on",
      },
    ],
    checks: [{ file: "tests/domain/one-profile-one-buyer.test.ts" }],
  },
  {
    name: "an audit that believes every refund of an order",
    changes: [
      {
        file: "server/domain/control/invariants/entry-facts.ts",
        find: "when 'refund' then (o.id is not null and l.cause <> 'order:' || o.id and l.amount <= o.refunded_amount)",
        put: "when 'refund' then l.cause like 'order:%'",
      },
    ],
    checks: [{ file: "tests/domain/invented-money.test.ts" }],
  },
  {
    name: "a price that is paid whatever it is",
    changes: [
      {
        file: "server/domain/selling/orders/advance-part.ts",
        find: "cost.value.lessThanOrEqualTo(ceilingUsd) &&",
        put: "!ceilingUsd.isNegative() &&",
      },
    ],
    checks: [{ file: "tests/jobs/actual-cost.test.ts" }],
  },
  {
    name: "an action that is locked before its wallet",
    changes: [
      {
        file: "prisma/functions/settle_actions.sql",
        find: "    select a.account_id from unnest(v_asked) s join actions a on a.id = s.action_id\n     where a.environment = 'live'",
        put: "    select a.account_id from unnest(v_asked) s join actions a on a.id = s.action_id\n     where false and a.environment = 'live'",
      },
    ],
    checks: [{ file: "tests/domain/lock-order.test.ts" }],
  },
  {
    name: "one request that cannot be written costs others theirs",
    changes: [
      {
        file: "server/kernel/write-together.ts",
        find: "    if (items.length === 1) {\n      refused(items[0]!, error as Error);",
        put: "    if (items.length > 0) {\n      for (const item of items) refused(item, error as Error);",
      },
    ],
    checks: [{ file: "tests/domain/poisoned-batches.test.ts" }],
  },
  {
    name: "an event in a shape of its own",
    changes: [
      {
        file: "server/kernel/events.ts",
        find: "JSON.stringify(present(subject));",
        put: "JSON.stringify(subject.order ? { order: subject.order } : present(subject));",
      },
    ],
    checks: [{ file: "tests/domain/event-bodies.test.ts" }],
  },
  {
    name: "a dry run that is followed by a purchase however late",
    changes: [
      {
        file: "server/domain/catalogue/suppliers/esimgo/client.ts",
        find: "await turns.next(startBy)",
        put: "await turns.next()",
      },
    ],
    checks: [{ file: "tests/suppliers/adapters/esimgo-orders.test.ts" }],
  },
  {
    name: "a wallet that stays locked until the commit has travelled",
    changes: [
      {
        file: "server/kernel/last-statements.ts",
        find: '.map(inline), "commit"]',
        put: ".map(inline), \"select 'not yet'\"]",
      },
      {
        file: "server/kernel/db.ts",
        find: 'const answers: unknown = await guard.wait(() => client.query({ text, rowMode: "array" }));',
        put: 'const answers: unknown = await guard.wait(() => client.query({ text, rowMode: "array" }));\n        await client.query("commit");',
      },
    ],
    checks: [{ file: "tests/domain/locks-across-round-trips.test.ts" }],
  },
  {
    name: "a profile that was sold before takes the good ones with it",
    changes: [
      {
        file: "server/domain/selling/orders/set-doubtful-aside.ts",
        find: "const isAnyGood = split.some(({ good }) => good.length > 0);",
        put: "const isAnyGood = split.every(({ doubtful }) => doubtful.length === 0);",
      },
    ],
    checks: [{ file: "tests/jobs/sold-before.test.ts" }],
  },
  {
    name: "a top-up that takes its eSIM's cancel with it",
    changes: [
      {
        file: "server/domain/selling/actions/end-action.ts",
        find: 'if (found.value.status !== "cancelled") return',
        put: 'if (found.value.status !== "provisioning") return',
      },
    ],
    checks: [{ file: "tests/jobs/supplier-cancels.test.ts", tests: "a top-up is under way" }],
  },
  {
    name: "a price that came back and stays in the books",
    changes: [
      {
        file: "server/domain/catalogue/suppliers/airalo/adapter.ts",
        find: "paysBack: () => ({ priceRefunded: true,",
        put: "paysBack: () => ({ priceRefunded: false,",
      },
    ],
    checks: [{ file: "tests/jobs/costs-to-the-cent.test.ts", tests: "gave back" }],
  },
];
