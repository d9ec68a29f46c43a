import { supplierName } from "#server/domain/catalogue/suppliers/index.ts";
import { findEsimById } from "#server/domain/selling/esims/index.ts";
import {
  againstFailed,
  askAboutPart,
  listParts,
  openPart,
  type Part,
  type SupplierAnswer,
} from "#server/domain/selling/orders/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { counted } from "#server/kernel/counted.ts";
import { fail } from "#server/kernel/errors.ts";
import { numericId, parseOrderReference } from "#server/kernel/ids.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { connectFor, type Done, lookUp } from "./look-up-action.ts";
import { findOpenAction, type OpenAction } from "./open-action.ts";

export type Asked = {
  answer: SupplierAnswer;
  /** A sentence for people. */
  says: string;
  /** What it speaks against, with the reason. */
  against: { succeeded: string | null; failed: string | null };
  at: Date;
};

/**
 * What the supplier says now of something whose outcome is not known. Nothing is decided; what is still looked for is looked at at once, so
 * that an outcome is taken up without anybody.
 */
export async function askSupplier(ctx: Ctx, ref: string): Promise<Asked> {
  requireOperator(ctx, "reviews:decide");
  const orderId = parseOrderReference(ref);
  const actionId = numericId(/^ACT-(\d+)$/.exec(ref)?.[1]);
  if (orderId !== null) return await askAboutOrder(ctx, orderId);
  const action = actionId === null ? null : await findOpenAction(ctx.db, actionId);
  if (!action) return fail("resource_not_found", `${ref.slice(0, 40)} is nothing that a supplier can be asked about.`);
  const { answer } = await askAboutAction(ctx, action);
  if (answer.kind !== "unclear") await enqueue(ctx.db, "settle-action", { actionId: action.id });
  return sum(ctx, action.supplierCode, answer);
}

const OPEN: ReadonlySet<Part["status"]> = new Set(["sent", "accepted"]);

async function askAboutOrder(ctx: Ctx, orderId: number): Promise<Asked> {
  const parts = await listParts(ctx.db, orderId);
  const part = openPart(parts) ?? parts.find(({ status }) => OPEN.has(status));
  if (!part) return fail("conflict", `B2B-${orderId} is not open at a supplier any more.`);
  const isLate = part.status !== "review" && part.stray === "waiting";
  const { answer } = await askAboutPart(ctx, part, isLate ? (part.strayReference ?? undefined) : undefined);
  if (OPEN.has(part.status) && answer.kind === "has") await enqueue(ctx.db, "fulfil-order", { orderId });
  return sum(ctx, part.supplierCode, answer);
}

function sum(ctx: Ctx, code: string, answer: SupplierAnswer): Asked {
  const name = supplierName(code);
  return {
    answer,
    says: sayAnswer(name, answer),
    against: { succeeded: againstSucceeded(name, answer), failed: againstFailed(name, answer, false) },
    at: ctx.clock.now(),
  };
}

const units = (n: number) => counted(n, "eSIM");

function sayAnswer(name: string, answer: SupplierAnswer): string {
  if (answer.kind === "unclear") return `${name} does not say: ${answer.message}.`;
  if (answer.kind === "denies")
    return answer.supplierReference
      ? `${name} does not know ${answer.supplierReference}.`
      : `${name} has nothing under our reference.`;
  const { supplierReference, living, cancelled, others, allocating } = answer;
  const parts = [
    ...(living > 0 ? [`${units(living)} alive`] : []),
    ...(others > 0 ? [`${units(others)} that other orders have`] : []),
    ...(cancelled > 0 ? [`${units(cancelled)} cancelled`] : []),
    ...(allocating ? ["more may come"] : []),
  ];
  return `${name} has it${supplierReference ? ` as ${supplierReference}` : ""}${parts.length > 0 ? `: ${parts.join(", ")}` : ""}.`;
}

type AskedAboutAction = {
  answer: SupplierAnswer;
  /** What goes with it where it was done: what the supplier paid back, or took. */
  done: Done;
};

/** Of an action: done, not done, or nobody knows. */
async function askAboutAction(ctx: Ctx, action: OpenAction): Promise<AskedAboutAction> {
  const esim = (await findEsimById(ctx.db, action.esimId))!;
  const supplier = await connectFor(ctx, action);
  const found = await lookUp(ctx, supplier, action, esim);
  await supplier.flush();
  if (found.kind === "unknown") return { answer: { kind: "unclear", message: found.message }, done: {} };
  if (found.kind === "not_found") return { answer: { kind: "denies", supplierReference: null }, done: {} };
  const supplierReference = found.value.supplierReference ?? null;
  const answer = { kind: "has", supplierReference, living: 1, cancelled: 0, others: 0, allocating: false } as const;
  return { answer, done: found.value };
}

/** Why an answer speaks against "it happened"; null when it does not. */
export const againstSucceeded = (name: string, answer: SupplierAnswer): string | null =>
  answer.kind === "denies"
    ? `${name} says that it did not happen.`
    : answer.kind === "has" && answer.living === 0
      ? `${name} has nothing alive to deliver.`
      : null;

/** Refuses what the answer contradicts, and what nobody knows unless somebody says that they do. */
export async function requireAgreement(
  ctx: Ctx,
  action: OpenAction,
  { as, withoutAnswer = false }: { as: "succeeded" | "failed"; withoutAnswer?: boolean },
): Promise<AskedAboutAction> {
  const asked = await askAboutAction(ctx, action);
  const { answer } = asked;
  const name = supplierName(action.supplierCode);
  if (answer.kind === "unclear" && !withoutAnswer)
    fail(
      "conflict",
      `${name} does not say now what became of it (${answer.message}). Decide it only if you know it from elsewhere, and say so.`,
      { field: "withoutAnswer" },
    );
  const objection = as === "failed" ? actionDone(name, answer) : againstSucceeded(name, answer);
  if (objection) fail("conflict", objection, { field: "as" });
  return asked;
}

const actionDone = (name: string, answer: SupplierAnswer): string | null =>
  answer.kind === "has"
    ? `${name} has done it${answer.supplierReference ? ` as ${answer.supplierReference}` : ""}: it did happen.`
    : null;
