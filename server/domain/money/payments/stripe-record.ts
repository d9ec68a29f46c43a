import Stripe from "stripe";
import { SECOND } from "#server/kernel/time.ts";
import type { ProviderDispute, ProviderRecord, ProviderRefund } from "./port.ts";
import { fromMinor } from "./stripe-amounts.ts";

/** The most that one page may have. */
const PAGE_SIZE = 100;
/** Of each list; more in one range is not read. */
const MAX_ENTRIES = 50_000;
/** Nothing more is asked. */
const ENDED_WELL = new Set<string>(["won", "warning_closed"]);
const NOT_PAID = new Set<string>(["failed", "canceled"]);

/**
 * Charges, refunds and disputes by the time at which they were made. Each is about a charge, which bears what we told of it; a
 * charge without that is the account's own business.
 */
export async function readStripeRecord(
  stripe: Stripe,
  { from, to }: { from: Date; to: Date },
): Promise<ProviderRecord> {
  const created = { gte: Math.floor(from.getTime() / SECOND), lt: Math.ceil(to.getTime() / SECOND) };
  const page = { created, limit: PAGE_SIZE };
  const [charges, refunds, disputes] = await Promise.all([
    readAll(stripe.charges.list(page)),
    readAll(stripe.refunds.list({ ...page, expand: ["data.charge"] })),
    readAll(stripe.disputes.list({ ...page, expand: ["data.charge"] })),
  ]);
  return {
    charges: charges
      .filter(({ status, paid }) => status === "succeeded" && paid)
      .map((charge) => ({ ...common(charge, charge), moneyReference: idOf(charge.payment_intent) })),
    refunds: refunds.map((refund) => ({ ...common(refund, refund.charge), failed: NOT_PAID.has(refund.status ?? "") })),
    disputes: disputes
      .filter((dispute) => outcomeOf(dispute) !== "won")
      .map((dispute) => ({
        ...common(dispute, dispute.charge),
        reason: dispute.reason,
        respondBy: timeOf(dispute.evidence_details?.due_by),
      })),
  };
}

export async function hasStripeRefund(stripe: Stripe, reference: string): Promise<boolean> {
  try {
    const { status } = await stripe.refunds.retrieve(reference);
    return !NOT_PAID.has(status ?? "");
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) return false;
    throw error;
  }
}

type OnePayment = { moneyReference: string; currency: string };

/** Refunds of one payment. */
export async function listStripeRefunds(
  stripe: Stripe,
  { moneyReference, currency }: OnePayment,
): Promise<ProviderRefund[]> {
  const refunds = await readAll(stripe.refunds.list({ payment_intent: moneyReference, limit: PAGE_SIZE }));
  return refunds.map(({ id, amount, metadata, status, failure_reason: reason }) => ({
    reference: id,
    amount: fromMinor(amount, currency),
    cause: metadata?.cause ?? null,
    failed: NOT_PAID.has(status ?? "") ? inWords(reason ?? status!) : null,
  }));
}

/**
 * Disputes of one payment, and inquiries of the bank, which Stripe keeps with them. None for a restricted key that may not read them:
 * Stripe refuses to refund what is disputed by itself.
 */
export async function listStripeDisputes(
  stripe: Stripe,
  { moneyReference, currency }: OnePayment,
): Promise<ProviderDispute[]> {
  const disputes = await readAll(stripe.disputes.list({ payment_intent: moneyReference, limit: PAGE_SIZE })).catch(
    (error: unknown): Stripe.Dispute[] => {
      if (error instanceof Stripe.errors.StripePermissionError) return [];
      throw error;
    },
  );
  return disputes.map((dispute) => {
    const { id, amount, reason, status, created, evidence_details: evidence } = dispute;
    return {
      reference: id,
      amount: fromMinor(amount, currency),
      reason: inWords(reason),
      status: outcomeOf(dispute),
      isInquiry: status.startsWith("warning_"),
      respondBy: timeOf(evidence?.due_by),
      openedAt: new Date(created * SECOND),
    };
  });
}

/**
 * Where the word is not the last one, the money says it: one that was lost, and of which all was put back since, is won; one that was
 * prevented from becoming a dispute was ended with the seller's money, or without.
 */
function outcomeOf({ status, balance_transactions: moves = [] }: Stripe.Dispute): ProviderDispute["status"] {
  const taken = moves.reduce((sum, { amount }) => sum + amount, 0) < 0;
  if (status === "lost") return moves.some(({ amount }) => amount > 0) && !taken ? "won" : "lost";
  if (status === "prevented") return taken ? "lost" : "won";
  return ENDED_WELL.has(status) ? "won" : "open";
}

const inWords = (code: string): string => code.replaceAll("_", " ");

async function readAll<T extends { id: string }>(list: Stripe.ApiListPromise<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const entry of list) {
    if (all.length >= MAX_ENTRIES) throw new Error(`The record has more than ${MAX_ENTRIES} entries in one range.`);
    all.push(entry);
  }
  return all;
}

type Made = { id: string; amount: number; currency: string; created: number };

function common({ id, amount, currency, created }: Made, about: Stripe.Charge | string | null) {
  const code = currency.toUpperCase();
  const subject = typeof about === "object" ? (about?.metadata?.subject ?? null) : null;
  return { reference: id, subject, amount: fromMinor(amount, code), currency: code, createdAt: timeOf(created)! };
}

const idOf = (about: { id: string } | string | null) => (typeof about === "string" ? about : (about?.id ?? null));

const timeOf = (seconds: number | null | undefined) => (seconds ? new Date(seconds * SECOND) : null);
