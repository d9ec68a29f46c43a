import { requireOpenSupplier } from "#server/domain/catalogue/catalog/index.ts";
import { insufficientBalance } from "#server/domain/money/ledger/index.ts";
import { requireOpen } from "#server/domain/reseller/accounts/index.ts";
import { type Action, isOvertaken } from "#server/domain/selling/actions/index.ts";
import { type Esim, getEsim, isFinal } from "#server/domain/selling/esims/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { lockWait, one, sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { type Answered, answerOnce, type IdempotencyClaim } from "#server/kernel/idempotency.ts";
import { ulid } from "#server/kernel/ids.ts";
import { inLanes, type Work } from "#server/kernel/lanes.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { storableJson } from "#server/kernel/storable.ts";
import { sumText } from "#server/kernel/sum-text.ts";
import { settleInSandbox, type TopupScenario } from "./settle-in-sandbox.ts";
import { getTopupOptions, type TopupOption, topupProduct } from "./topup-options.ts";

export type TopupRequest = {
  iccid: string;
  packageCode: string;
  /** What it was sold as (`topupProduct`), when that was before; else it is what the code stands for now. */
  productKey?: string;
  /** Cap in the account currency. */
  maxPrice?: Money;
  testScenario?: TopupScenario | "insufficient_balance" | undefined;
};

/** A top-up as it was opened. In `action.id` and `ledgerEntryId` 0 stands for what only the database knows. */
export type OpenedTopup = { action: Action; name: string; ledgerEntryId: number | null };

type Outcome = {
  outcome: "opened" | "replayed" | "key_conflict" | "busy" | "over" | "replaced" | "insufficient";
  response: string | null;
  actionId: number | null;
  balance: Money;
  available: Money;
  creditEnabled: boolean;
  creditStatus: string;
};

/**
 * Opens a top-up once per idempotency key. Live: charged at once and queued for the supplier. Test: free and over at
 * once. The price is computed here, whatever the client believes it to be.
 */
export async function requestTopup(
  ctx: AccountCtx,
  request: TopupRequest,
  claim: IdempotencyClaim<OpenedTopup>,
): Promise<Answered> {
  return await answerOnce(ctx, claim, () => open(ctx, request, claim));
}

async function open(ctx: AccountCtx, request: TopupRequest, claim: IdempotencyClaim<OpenedTopup>): Promise<Answered> {
  requirePermission(ctx, "orders:place");
  requireOpen(ctx);
  if (request.testScenario && ctx.environment === "live")
    fail("validation_error", "test_scenario works with test keys only. Remove it from live top-ups.", {
      field: "test_scenario",
    });
  const esim = await getEsim(ctx, request.iccid);
  const option = await chooseOption(ctx, esim, request);
  const { testScenario } = request;
  if (testScenario === "insufficient_balance") return insufficientBalance(ctx, "topup", option.price);
  const row = toRow(ctx, esim, option);
  const response = claim.answer(preview(ctx, esim, option, testScenario ?? "succeeded"));
  if (ctx.environment === "live") {
    const asked = { accountId: ctx.account.id, claims: [], row, claim, response };
    return toAnswer(ctx, esim, option, await chargeTopup(ctx.db, asked));
  }
  for (let attempt = 0, known = esim; ; attempt++)
    try {
      return await ctx.db.transaction(async (tx) => {
        const made = await callRequest(tx, row, claim, response, SANDBOX_WAIT_MS);
        if (made.outcome === "opened") await settleInSandbox(tx, ctx, made.actionId!, known, option, testScenario);
        return toAnswer(ctx, esim, option, made);
      });
    } catch (error) {
      if (!isOvertaken(error) || attempt >= 4) throw error;
      known = await getEsim(ctx, request.iccid);
    }
}

/** In the sandbox no wallet is locked. */
const SANDBOX_WAIT_MS = 1_500;

type TopupRow = ReturnType<typeof toRow>;
type Asked = Work & { row: TopupRow; claim: IdempotencyClaim<OpenedTopup>; response: string };

/** One at a time: a statement of several would lock a wallet after another one's eSIM. */
const chargeTopup = inLanes<Asked, Outcome>("topups", {
  maxBatch: 1,
  write: async (db, [asked], waitMs) => [await callRequest(db, asked!.row, asked!.claim, asked!.response, waitMs)],
});

async function chooseOption(
  ctx: AccountCtx,
  esim: Esim,
  { packageCode, productKey, maxPrice }: TopupRequest,
): Promise<TopupOption> {
  const { supported, items, currency } = await getTopupOptions(ctx, esim);
  if (!supported) refuseTopup(esim);
  if (isFinal(esim.status)) fail("conflict", `The eSIM is ${esim.status} and can no longer be topped up.`);
  const option =
    items.find((item) => item.packageCode === packageCode) ??
    fail(
      "invalid_topup_package",
      `"${packageCode.slice(0, 100)}" is not a top-up of this eSIM. Use a package_code of GET /esims/{iccid}/topup-options.`,
      { field: "package_code" },
    );
  if (productKey !== undefined && topupProduct(option) !== productKey)
    fail("invalid_topup_package", `The top-up ${packageCode} is another one by now than was sold.`);
  if (maxPrice?.lessThan(option.price))
    fail(
      "price_changed",
      `The top-up now costs ${sumText(option.price, currency)}, above max_price ${maxPrice}. Nothing was charged.`,
      { field: "max_price", currency, current_price: option.price.toNumber(), max_price: maxPrice.toNumber() },
    );
  if (ctx.environment === "live") await requireOpenSupplier(ctx, esim);
  return option;
}

const refuseTopup = ({ supplierCode }: Esim): never =>
  fail(
    "topup_not_supported",
    `This eSIM cannot be topped up: ${supplierCode} or its package does not offer it, or another eSIM takes its place.`,
  );

function preview(ctx: AccountCtx, esim: Esim, option: TopupOption, inTest: TopupScenario | "succeeded"): OpenedTopup {
  const live = ctx.environment === "live";
  const now = ctx.clock.now();
  return {
    name: option.name,
    ledgerEntryId: live ? 0 : null,
    action: {
      id: 0,
      ...tenant(ctx),
      esimId: esim.id,
      orderId: esim.orderId,
      supplierCode: esim.supplierCode,
      iccid: esim.iccid,
      action: "topup",
      status: live ? "queued" : inTest,
      packageCode: option.packageCode,
      packageName: option.name,
      amount: option.price,
      currency: ctx.account.currency,
      charged: live,
      refundedAmount: option.price.times(0),
      refundedAt: null,
      settledAt: live || inTest === "under_review" ? null : now,
      createdAt: now,
    },
  };
}

/** What `request_topup` reads: columns of its record `new_action`. */
function toRow(ctx: AccountCtx, esim: Esim, option: TopupOption) {
  const { accountId, environment } = tenant(ctx);
  return {
    account_id: accountId,
    environment,
    esim_id: esim.id,
    order_id: esim.orderId,
    supplier_code: esim.supplierCode,
    action: "topup",
    status: environment === "live" ? "queued" : "processing",
    package_code: option.packageCode,
    package_name: option.name,
    data_mb: option.dataMb,
    duration_days: option.durationDays,
    unit_cost_usd: toNumeric(option.costUsd),
    amount: toNumeric(option.price),
    currency: ctx.account.currency,
    charged: environment === "live",
    request_id: ctx.requestId,
    reference: ulid(),
    at: ctx.clock.now(),
  };
}

async function callRequest(
  tx: Transaction,
  row: TopupRow,
  { operation, key, fingerprint }: IdempotencyClaim<OpenedTopup>,
  response: string,
  waitMs: number,
): Promise<Outcome> {
  return one(
    await tx.query<Outcome>(sql`
      with ${lockWait(waitMs)}
      select outcome, response, action_id, balance, available, credit_enabled, credit_status
        from waits, lateral request_topup(case when waits.ms <> '' then ${storableJson(row)}::jsonb end, ${operation}, ${key}, ${fingerprint}, ${response})`),
  );
}

function toAnswer(ctx: AccountCtx, esim: Esim, option: TopupOption, made: Outcome): Answered {
  switch (made.outcome) {
    case "opened":
    case "replayed":
      return { response: made.response!, replayed: made.outcome === "replayed" };
    case "key_conflict":
      return fail(
        "conflict",
        "This Idempotency-Key was used with a different body within the last 24 hours. Use a new key for a new top-up.",
        { field: "Idempotency-Key" },
      );
    case "busy":
      return fail("conflict", "Another top-up of this eSIM is open. Wait for its outcome; nothing was charged.");
    case "over":
      return fail("conflict", "The eSIM is cancelled or expired and can no longer be topped up.");
    case "replaced":
      return refuseTopup(esim);
    case "insufficient":
      return insufficientBalance(ctx, "topup", option.price, made);
  }
}
