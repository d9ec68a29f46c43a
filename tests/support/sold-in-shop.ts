import { findPayment, payInTest } from "#server/domain/money/payments/index.ts";
import { enterAccount } from "#server/domain/reseller/accounts/index.ts";
import { getBrand, storefrontUrl } from "#server/domain/reseller/brand/index.ts";
import { findOrderById } from "#server/domain/selling/orders/index.ts";
import { settleCheckout } from "#server/domain/shop/checkout/index.ts";
import { createVouchers } from "#server/domain/shop/vouchers/index.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { money } from "#server/kernel/money.ts";
import type { Service } from "./service.ts";
import { onServiceDatabase } from "./service-database.ts";
import { goToPay } from "./storefront.ts";

/** A traveller's purchase in the test shop of a running service's demo reseller, delivered at once. */
export async function soldInShop(service: Service, { quantity = 1, email = "mia@example.com", locale = "en" } = {}) {
  const { testKey, accountCode } = service.demo();
  const packages = await service.call(testKey, "GET", "/packages?country=TR&type=local&limit=1");
  const packageId: string = packages.json.data.items[0].package_id;
  return await onServiceDatabase(service, async (system) => {
    const ctx = await enterAccount(system, accountCode, "test");
    const { checkout, token } = await goToPay(ctx, packageId, { quantity, email, locale });
    await payInTest(ctx, (await findPayment(ctx.db, checkout.id))!);
    await settleCheckout(system, checkout.id);
    const { orderId } = await ctx.db.prisma.checkout.findUniqueOrThrow({ where: { id: checkout.id } });
    const order = (await findOrderById(ctx.db, Number(orderId)))!;
    const expiresAt = new Date(Date.now() + 30 * 86_400_000);
    const batch = { name: "Partners", packageCode: packageId, size: 20, unitCap: money(1_000), expiresAt };
    const { id: vouchers } = await createVouchers(ctx, batch);
    const shop = storefrontUrl({ ...(await getBrand(ctx)), environment: "test" });
    return {
      number: checkout.number,
      vouchers,
      email: checkout.email,
      total: checkout.totalAmount,
      reference: orderReference(order.id),
      iccids: order.profiles.map(({ iccid }) => iccid),
      page: (language = locale) => `${shop}/${language}/order/${token}`,
    };
  });
}
