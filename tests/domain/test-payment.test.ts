import { beforeAll, expect, test } from "vitest";
import { expirePayment, findPayment } from "#server/domain/money/payments/index.ts";
import { getBrand } from "#server/domain/reseller/brand/index.ts";
import { settleCheckout } from "#server/domain/shop/checkout/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { postTestPayment } from "#server/storefront/post-links.ts";
import { goToPay, readCheckout } from "#tests/support/storefront.ts";
import { enter, newAccount, newPackage, system } from "#tests/support/world.ts";

// The page that stands for a payment provider in the test environment, left open in a tab.

let shop: AccountCtx;
let slug: string;
let packageId: string;

beforeAll(async () => {
  ({ packageId } = await newPackage());
  shop = await enter((await newAccount()).code, "test");
  slug = (await getBrand(shop)).portalSlug;
});

async function press(token: string): Promise<string> {
  const answer = await postTestPayment(
    new Request("http://localhost/", {
      method: "POST",
      body: new URLSearchParams({ outcome: "paid" }),
      headers: { origin: "http://localhost", host: "localhost" },
    }),
    { params: Promise.resolve({ slug: `${slug}@test`, lang: "de", token }) },
  );
  return answer.headers.get("location") ?? String(answer.status);
}

test("what was not paid in time leads to its purchase, which says so, and charges nothing", async () => {
  const { checkout, token } = await goToPay(shop, packageId);
  await expirePayment(shop, (await findPayment(shop.db, checkout.id))!);
  await settleCheckout(system(), checkout.id);
  expect(await press(token)).toMatch(new RegExp(`/de/order/${token}$`));
  expect((await readCheckout(checkout.id)).status).toBe("abandoned");
});

test("what is pressed in two tabs is paid once", async () => {
  const { checkout, token } = await goToPay(shop, packageId);
  for (const place of await Promise.all([press(token), press(token)]))
    expect(place).toMatch(new RegExp(`/de/order/${token}$`));
  expect((await readCheckout(checkout.id)).status).toBe("delivered");
});
