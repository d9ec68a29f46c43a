// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of source text.
import type { Bug, Check } from "./bug.ts";
import { LATE_BUGS } from "./late-bugs.ts";
import { REFUND_BUGS } from "./refund-bugs.ts";

const PLACE_ORDERS = "prisma/functions/place_orders.sql";
const SETTLE_ORDER = "prisma/functions/settle_order.sql";
const QUEUE = "server/domain/selling/orders/place-together.ts";
const PART = "server/domain/selling/orders/advance-part.ts";
const UNKNOWN = "await movePart(ctx.db, sending, now, LOOK_ANEW);";

const PLACE: Check = { file: "tests/domain/place-order.test.ts" };
const SEQUENCES: Check = { file: "tests/domain/money-sequences.test.ts" };
const FULFIL: Check = { file: "tests/jobs/fulfil-order.test.ts" };
const STEPS: Check = { file: "tests/domain/order-steps.test.ts" };
const ESIMGO: Check = { file: "tests/jobs/esimgo-orders.test.ts" };
const DEATHS: Check = { file: "tests/jobs/failpoints.test.ts", tests: "of an order that is delivered$" };
const HARNESS: Check = { faults: "--seed 11 --minutes 0.5 --pause 30" };

export const BUGS: Bug[] = [
  ...LATE_BUGS,
  ...REFUND_BUGS,
  {
    name: "a refund without a unique cause",
    changes: [
      {
        file: SETTLE_ORDER,
        find: "case when p_status = 'failed' then ':failed' else ':shortfall' end,",
        put: "case when p_status = 'failed' then ':failed' else ':shortfall' end || ':' || gen_random_uuid(),",
      },
    ],
    checks: [SEQUENCES, FULFIL],
  },
  {
    name: "the debit outside the order's transaction",
    changes: [
      {
        file: PLACE_ORDERS,
        find: "from placed where environment = 'live' having count(*) > 0\n  ), jobs as",
        put: "from placed where false having count(*) > 0\n  ), jobs as",
      },
      {
        file: QUEUE,
        find: "  return placements.sort((a, b) => a.ord - b.ord);",
        put: `  for (const { ord, outcome, response } of placements) {
    const { id } = JSON.parse(response ?? "{}");
    const { account_id, environment, total_amount, at } = requests[ord]!;
    if (outcome === "placed" && environment === "live")
      await db.query(sql\`select post_entry(\${account_id}::int, 'debit', -(\${total_amount}::numeric), \${"order:" + id}, \${"Order B2B-" + id}, \${at}::timestamptz)\`);
  }
  return placements.sort((a, b) => a.ord - b.ord);`,
      },
    ],
    checks: [SEQUENCES, DEATHS],
  },
  {
    name: "a delivery that the business' books do not know",
    changes: [
      {
        file: "prisma/functions/post_deliveries.sql",
        find: "where environment = 'live' group by 1, 2) e\n    join orders o on o.id = e.order_id where o.unit_price > 0;",
        put: "where environment = 'none' group by 1, 2) e\n    join orders o on o.id = e.order_id where o.unit_price > 0;",
      },
    ],
    checks: [SEQUENCES],
  },
  {
    name: "a refund that is booked as if it had been delivered",
    changes: [
      {
        file: "prisma/functions/contra_account.sql",
        find: "p_cause ~ '^order:[1-9][0-9]{0,17}:(failed|shortfall)$'",
        put: "p_cause ~ '^order:[1-9][0-9]{0,17}:failed$'",
      },
    ],
    checks: [SEQUENCES],
  },
  {
    name: "a query without its tenant",
    changes: [
      {
        file: "server/domain/selling/orders/read-orders.ts",
        find: "join found o on o.id = a.id and o.account_id = a.account_id and o.environment = a.environment",
        put: "join found o on o.id = a.id",
      },
    ],
    checks: [PLACE],
  },
  {
    name: "a chain that skips a row",
    changes: [
      {
        file: "prisma/functions/append_entries.sql",
        find: "sequence = c.sequence, head_hash = c.hash",
        put: "sequence = c.sequence, head_hash = case when c.type = 'refund' then w.head_hash else c.hash end",
      },
    ],
    checks: [SEQUENCES],
  },
  {
    name: "a tail that can be cut off",
    changes: [
      {
        file: "server/domain/money/ledger/verify-ledger.ts",
        find: "const end = fault ?? compareWithWallet(head, wallet) ??",
        put: "const end = fault ??",
      },
    ],
    checks: [{ file: "tests/domain/ledger.test.ts" }],
  },
  {
    name: "a purchase that is sent again on a time-out",
    changes: [{ file: PART, find: UNKNOWN, put: UNKNOWN.replace("LOOK_ANEW", '{ ...LOOK_ANEW, status: "intended" }') }],
    checks: [FULFIL, ESIMGO],
  },
  {
    name: "a refund on a time-out",
    changes: [
      {
        file: PART,
        find: UNKNOWN,
        put: UNKNOWN.replace("LOOK_ANEW", '{ ...LOOK_ANEW, status: "rejected", rejectedCode: "refused" }'),
      },
    ],
    checks: [FULFIL],
  },
  {
    name: "signed requests remembered in memory",
    changes: [
      {
        file: "server/domain/reseller/keys/claim-signed-request.ts",
        find: "): Promise<boolean> {",
        put: `): Promise<boolean> {
  if (keyId > 0) {
    const used = ((globalThis as unknown as { used?: Set<string> }).used ??= new Set());
    return used.size !== used.add(\`\${keyId} \${requestId}\`).size;
  }`,
      },
    ],
    checks: [{ file: "tests/e2e/contract.test.ts", tests: "the raw target is what is signed" }, HARNESS],
  },
  {
    name: "an order acknowledged before it is committed",
    changes: [
      {
        file: QUEUE,
        find: 'export const placeTogether = inLanes<WaitingOrder, Placement>("orders", { write });',
        put: `const queued = inLanes<WaitingOrder, Placement>("orders", { write });

export const placeTogether = (db: Database, waiting: WaitingOrder): Promise<Placement> =>
  new Promise((resolve, reject) => {
    const request = (): OrderRequestRow => {
      const row = waiting.request();
      if (Number(row.total_amount) < 50) resolve({ outcome: "placed", response: row.response } as Placement);
      return row;
    };
    queued(db, { ...waiting, request }).then(resolve, reject);
  });`,
      },
    ],
    checks: [PLACE, DEATHS],
  },
  {
    name: "a step of an order that two may take",
    changes: [
      {
        file: "server/kernel/moves.ts",
        find: "Object.entries(read)",
        put: "Object.entries({ id: read.id })",
      },
    ],
    checks: [STEPS],
  },
  {
    name: "an order settled whatever its state",
    changes: [
      {
        file: SETTLE_ORDER,
        find: "where id = p_order_id and status in ('queued', 'processing')",
        put: "where id = p_order_id",
      },
    ],
    checks: [STEPS],
  },
  {
    name: "a webhook marked as delivered before the answer",
    changes: [
      {
        file: "prisma/functions/claim_deliveries.sql",
        find: "update deliveries d set next_attempt_at = p_until from due",
        put: "update deliveries d set next_attempt_at = null, status = 'delivered', delivered_at = p_now from due",
      },
    ],
    checks: [{ file: "tests/jobs/webhooks.test.ts" }, { file: "tests/jobs/failpoints.test.ts", tests: "webhook" }],
  },
  {
    name: "an idempotency key that ignores the body",
    changes: [
      {
        file: "server/kernel/idempotency.ts",
        find: "sha256Hex(canonical(body, MAX_DEPTH));",
        put: 'sha256Hex(canonical(body, MAX_DEPTH) && "");',
      },
    ],
    checks: [{ file: "tests/api/orders.test.ts" }],
  },
  {
    name: "a lost refund",
    changes: [
      {
        file: SETTLE_ORDER,
        find: "  if o.refunded_amount > 0 then",
        put: "  if o.refunded_amount > 0 and p_status = 'failed' then",
      },
    ],
    checks: [SEQUENCES, FULFIL],
  },
  {
    name: "funds judged without the wallet's lock",
    changes: [
      {
        file: PLACE_ORDERS,
        find: "where account_id = any(select account_id from unnest(v_requests)) order by account_id for no key update;",
        put: "where account_id = any(select account_id from unnest(v_requests)) order by account_id;",
      },
    ],
    checks: [{ file: "tests/domain/order-races.test.ts" }],
  },
  {
    name: "an answer that does not wait for the disk",
    changes: [
      {
        file: "server/kernel/session-limits.ts",
        find: 'timezone: "UTC",',
        put: 'synchronous_commit: "off", timezone: "UTC",',
      },
    ],
    checks: [HARNESS],
  },
  {
    name: "a limit that is read outside the lock",
    changes: [
      {
        file: "server/domain/control/approvals/limits.ts",
        find: "and operator_role is not null for no key update",
        put: "and operator_role is not null",
      },
    ],
    checks: [{ file: "tests/domain/approval-races.test.ts" }],
  },
  {
    name: "a scope wider than the role",
    changes: [
      { file: "server/domain/reseller/keys/create-key.ts", find: "  requireOwnScopes(ctx, input);\n", put: "" },
    ],
    checks: [{ file: "tests/domain/key-scopes.test.ts" }],
  },
  {
    name: "X-Real-IP believed",
    changes: [
      {
        file: "server/process/door/index.ts",
        find: 'clientAddress(message.socket.remoteAddress ?? "",',
        put: 'clientAddress(message.headersDistinct["x-real-ip"]?.[0] ?? message.socket.remoteAddress ?? "",',
      },
    ],
    checks: [{ file: "tests/unit/door.test.ts" }, { file: "tests/e2e/door.test.ts" }],
  },
  {
    name: "a checkout found without its browser",
    changes: [
      {
        file: "server/domain/shop/checkout/attempt.ts",
        find: "[browser, form, ...input]",
        put: "[browser && form, ...input]",
      },
    ],
    checks: [{ file: "tests/tenancy/shop-links.test.ts" }],
  },
  {
    name: "a picture without its sandbox",
    changes: [
      {
        file: "server/http/security-headers.ts",
        find: "frame-ancestors 'none'; sandbox\";",
        put: "frame-ancestors 'none'\";",
      },
    ],
    checks: [{ file: "tests/domain/hostile-content.test.ts" }, { file: "tests/e2e/shop-origins.test.ts" }],
  },
];
