import { expect, test } from "vitest";
import { overrideSuppliers } from "#server/domain/catalogue/suppliers/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { caller } from "#tests/support/caller.ts";
import { deliveredOrder } from "#tests/support/delivered-order.ts";
import { enter, newAccount, newKey, newPackage } from "#tests/support/world.ts";

// The suppliers as they would be if they could do nothing but deliver.
const none = { topup: false, cancel: false, suspend: false, resume: false };
overrideSuppliers((supplier) => ({ ...supplier, capabilities: { ...supplier.capabilities, ...none } }));

test.each(["test", "live"] as const)(
  "in %s what the supplier cannot do is refused, and nothing is queued",
  async (environment) => {
    const { code } = await newAccount({ wallet: 100 });
    const { packageId } = await newPackage();
    const api = caller(await newKey(code, environment));
    const { orderReference, iccid } = await deliveredOrder(await enter(code, environment), packageId);
    for (const [action, path] of [
      ["cancel", `/orders/${orderReference}/cancel`],
      ["suspend", `/esims/${iccid}/suspend`],
      ["resume", `/esims/${iccid}/resume`],
    ] as const)
      expect(await api.post(path)).toMatchObject({
        status: 422,
        json: { error: { code: "action_not_supported", details: { provider: "esimaccess", action } } },
      });
    expect(await api.topup(iccid, { package_code: `TOPUP-${packageId}` })).toMatchObject({
      status: 422,
      json: { error: { code: "topup_not_supported" } },
    });
    expect(await api.read(`/esims/${iccid}/topup-options`)).toMatchObject({ provider_supported: false, items: [] });
    expect(await api.read("/providers/esimaccess/capabilities")).toMatchObject({ topup: false, cancel: false });
    expect(await database().query(sql`select id from actions`)).toEqual([]);
    expect((await api.read(`/esims/${iccid}`)).activation_status).toBe("ready");
    expect(await api.read("/account/balance")).toMatchObject({ wallet_balance: 100 });
  },
);
