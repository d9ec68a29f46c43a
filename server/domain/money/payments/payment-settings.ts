import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { raiseSecurityNotification } from "#server/domain/record/notifications/index.ts";
import { requireInForce } from "#server/domain/reseller/keys/index.ts";
import { inThisCell } from "#server/kernel/cell.ts";
import { type AccountCtx, type Environment, tenant } from "#server/kernel/context.ts";
import { decrypt, encrypt } from "#server/kernel/crypto.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { fail } from "#server/kernel/errors.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import type { PaymentProvider, ProviderName } from "./port.ts";
import type { CardCharger } from "./saved-card.ts";
import type { StripeWebhook } from "./stripe.ts";
import { testCharger, testProvider } from "./test-provider.ts";

/** How travellers pay, as staff see it: never the keys. */
export type PaymentSetup = {
  /** Null: the storefront is closed for sale. */
  provider: ProviderName | null;
  /** Ends of the secret key, to tell it apart. */
  keyHint: string | null;
  hasWebhookSecret: boolean;
  /** The address to enter at the provider. */
  webhookUrl: string;
};

/** Loaded by those who need it: Stripe's library is two hundred files. */
const stripeLibrary = () => import("./stripe.ts");

type Row = { secretKey: Uint8Array; webhookSecret: Uint8Array | null };

async function findSetting(db: Transaction, accountId: number, environment: Environment): Promise<Row | null> {
  return await db.prisma.paymentSetting.findUnique({ where: { accountId_environment: { accountId, environment } } });
}

/** The provider of the account's storefront; without keys the test environment has the built-in page, the live one none. */
export async function findProvider(
  db: Transaction,
  accountId: number,
  environment: Environment,
): Promise<{ name: ProviderName; provider: PaymentProvider } | null> {
  const row = await findSetting(db, accountId, environment);
  if (row) return { name: "stripe", provider: (await stripeLibrary()).stripeProvider(decrypt(row.secretKey)) };
  return environment === "test" ? { name: "test", provider: testProvider } : null;
}

/** The same, for cards that travellers have saved there. */
export async function findCharger(
  db: Transaction,
  accountId: number,
  environment: Environment,
): Promise<{ name: ProviderName; charger: CardCharger } | null> {
  const row = await findSetting(db, accountId, environment);
  if (row) return { name: "stripe", charger: (await stripeLibrary()).stripeCharger(decrypt(row.secretKey)) };
  return environment === "test" ? { name: "test", charger: testCharger } : null;
}

/** The platform's own, for wallets that are funded by card; null when none is set up. */
export async function platformProvider(): Promise<PaymentProvider | null> {
  const { stripe } = env();
  return stripe ? (await stripeLibrary()).stripeProvider(stripe.secretKey) : null;
}

/** The same, for cards that were saved. */
export async function platformCharger(): Promise<CardCharger | null> {
  const { stripe } = env();
  return stripe ? (await stripeLibrary()).stripeCharger(stripe.secretKey) : null;
}

/** What a provider's webhook says; null when its signature is not one of this secret, or is too old. */
export async function readPaymentWebhook(
  body: string,
  signature: string,
  secret: string,
): Promise<StripeWebhook | null> {
  const { readStripeWebhook } = await stripeLibrary();
  try {
    return readStripeWebhook(body, signature, secret);
  } catch {
    return null;
  }
}

export async function findWebhookSecret(db: Transaction, accountId: number, environment: Environment) {
  const row = await findSetting(db, accountId, environment);
  return row?.webhookSecret ? decrypt(row.webhookSecret) : null;
}

export async function getPaymentSetup(ctx: AccountCtx): Promise<PaymentSetup> {
  requirePermission(ctx, "brand:read");
  const row = await findSetting(ctx.db, ctx.account.id, ctx.environment);
  const key = row && decrypt(row.secretKey);
  return {
    provider: row ? "stripe" : ctx.environment === "test" ? "test" : null,
    keyHint: key && `${key.slice(0, 8)}…${key.slice(-4)}`,
    hasWebhookSecret: !!row?.webhookSecret,
    webhookUrl: inThisCell(`${env().publicUrl}/api/payments/stripe/${ctx.account.code}/${ctx.environment}`),
  };
}

/** Keys are tried before they are kept, and kept encrypted. */
export async function setStripeKeys(
  ctx: AccountCtx,
  { secretKey, webhookSecret }: { secretKey: string; webhookSecret?: string },
): Promise<void> {
  requirePermission(ctx, "balance:manage");
  const mode = ctx.environment;
  if (!new RegExp(`^(sk|rk)_${mode}_`).test(secretKey))
    fail("validation_error", `The secret key of the ${mode} environment starts with sk_${mode}_ or rk_${mode}_.`, {
      field: "secret_key",
    });
  if (webhookSecret !== undefined && !webhookSecret.startsWith("whsec_"))
    fail("validation_error", "The signing secret of a webhook starts with whsec_.", { field: "webhook_secret" });
  await (await stripeLibrary())
    .checkStripeKey(secretKey)
    .catch((error: Error) =>
      fail("validation_error", `Stripe does not accept this key: ${error.message}`, { field: "secret_key" }),
    );
  const key = tenant(ctx);
  const { accountId, environment } = key;
  await ctx.db.transaction(async (tx) => {
    await requireInForce(tx, ctx, accountId, "balance:manage");
    await recordAudit(tx, ctx, { act: "payment_keys.set", accountId, subject: environment });
    await tellOfKeys(
      tx,
      ctx,
      `Travellers' payments go to the Stripe key that ends in ${secretKey.slice(-4)} from now on.`,
    );
    // Without a webhook secret the former one stays.
    const data = {
      secretKey: encrypt(secretKey),
      ...(webhookSecret && { webhookSecret: encrypt(webhookSecret) }),
      changedAt: ctx.clock.now(),
    };
    await tx.prisma.paymentSetting.upsert({
      where: { accountId_environment: key },
      create: { ...key, provider: "stripe", ...data },
      update: data,
    });
  });
}

/** A live storefront is closed for sale from then on. Refunds that are under way need the keys: they wait. */
export async function removeStripeKeys(ctx: AccountCtx): Promise<void> {
  requirePermission(ctx, "balance:manage");
  const { accountId, environment } = tenant(ctx);
  await ctx.db.transaction(async (tx) => {
    await recordAudit(tx, ctx, { act: "payment_keys.remove", accountId, subject: environment });
    await tellOfKeys(tx, ctx, "The Stripe keys of the storefront were removed.");
    await tx.prisma.paymentSetting.deleteMany({ where: { accountId, environment } });
  });
}

const tellOfKeys = (tx: Transaction, ctx: AccountCtx, text: string): Promise<void> =>
  raiseSecurityNotification(tx, ctx, { ...tenant(ctx), kind: "payment_keys.changed", subject: "payment keys", text });
