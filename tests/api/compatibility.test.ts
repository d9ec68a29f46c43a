import { expect, test } from "vitest";
import { caller } from "#tests/support/caller.ts";
import { newAccount, newKey, newPackage } from "#tests/support/world.ts";

const { code } = await newAccount({ wallet: 3, creditLimit: 20 });
const { packageId } = await newPackage({ costUsd: 4 });
const [sandbox, live] = [caller(await newKey(code)), caller(await newKey(code, "live"))];

// Fields of the first version stand beside the current ones, with the same values.

test("the balance, also with credit in use", async () => {
  for (let i = 0; i < 2; i++) {
    const balance = await live.read("/account/balance");
    expect(balance.credit_limit).toBe(balance.credit.limit);
    expect(balance.credit_used).toBe(balance.credit.used);
    expect(balance.available).toBe(balance.available_to_spend);
    expect(balance).toMatchObject(
      i === 0
        ? { credit_limit: 20, credit_used: 0, available: 23, prepaid_balance: 3 }
        : { credit_limit: 20, credit_used: 2, available: 18, prepaid_balance: 0, wallet_balance: -2 },
    );
    await live.order(packageId);
  }
});

test("packages, in the list and alone", async () => {
  const [item] = (await sandbox.read(`/packages?q=${packageId}`)).items;
  for (const shown of [item, await sandbox.read(`/packages/${packageId}`)]) {
    expect(shown.reseller_price).toBe(shown.price);
    expect(shown.retail_price).toBe(shown.recommended_retail_price);
    expect(shown.data_amount).toBe(shown.data.amount);
    expect(shown.data_amount_mb).toBe(shown.data.mb);
    expect(shown.network_type).toBe(shown.network.type);
    expect(shown).toMatchObject({ price: 5, data_amount_mb: 5120, network_type: "4G/5G" });
  }
});

test("orders: the first profile, or null", async () => {
  const delivered = await sandbox.order(packageId, 3);
  expect(delivered.iccid).toBe(delivered.profiles[0].iccid);
  expect(delivered.activation_code).toBe(delivered.profiles[0].activation_code);
  const [listed] = (await sandbox.read("/orders?limit=1")).items;
  expect(listed.iccid).toBe(delivered.iccid);
  expect(await live.order(packageId)).toMatchObject({ iccid: null, activation_code: null, profiles: [] });
});

test("the capabilities of one supplier, as in the matrix of all", async () => {
  const { providers } = await sandbox.read("/meta/capabilities");
  const { topup, cancel, suspend, resume } = providers.esimaccess;
  expect(await sandbox.read("/providers/esimaccess/capabilities")).toEqual({
    provider: "esimaccess",
    topup,
    cancel,
    suspend,
    resume,
  });
  expect(Object.keys(providers.esimaccess).sort()).toEqual(
    ["order", "topup", "cancel", "suspend", "resume", "usage", "refund_on_cancel"].sort(),
  );
});
