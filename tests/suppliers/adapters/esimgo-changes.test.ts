import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { esimGo } from "#server/domain/catalogue/suppliers/esimgo/adapter.ts";
import type { Outcome } from "#server/domain/catalogue/suppliers/port.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import type { Asked, Canned } from "#tests/support/canned-supplier.ts";
import {
  applied,
  assignment,
  BUNDLE,
  connect,
  ESIM,
  KEY,
  OTHER_REFERENCE,
  REFERENCE,
  refusal,
} from "#tests/support/esimgo-answers.ts";

overrideEnv({ timeScale: 0.05 });

const codeOf = (outcome: Outcome<unknown>) => (outcome.kind === "rejected" ? outcome.code : outcome.kind);

describe("cancelling", () => {
  const BUNDLES = `GET esims/${ESIM.iccid}/bundles`;
  const revoke = (id: string) => `DELETE esims/${ESIM.iccid}/bundles/${BUNDLE}/assignments/${id}`;
  const isDry = ({ path }: Asked) => path.includes("type=validate");
  const said = (status: string): Canned => ({ status });
  const BACK = said("Successfully Revoked Bundle, bundle has been refunded to balance");
  const topup = assignment({ id: "300", assignmentReference: `${OTHER_REFERENCE}-0`, offerId: "F/300" });
  const base = assignment({ id: "200" });

  const cancel = async (answers: Record<string, Canned | ((asked: Asked) => Canned)>, options = { refunds: true }) => {
    const connection = await connect(
      { [BUNDLES]: applied(base), [revoke("200")]: BACK, [revoke("300")]: BACK, ...answers },
      options,
    );
    return { ...connection, outcome: await connection.adapter.cancel(ESIM) };
  };

  test("gives every bundle back for its price, the eSIM's own first, after a dry run of all", async () => {
    const { outcome, calls } = await cancel({ [BUNDLES]: applied(topup, base) });
    expect(outcome).toEqual({ kind: "done", value: { priceRefunded: true, topupsRefunded: true } });
    expect(calls().slice(1)).toEqual([
      `${revoke("200")}?type=validate&refundToBalance=true`,
      `${revoke("300")}?type=validate&refundToBalance=true&offerId=F%2F300`,
      `${revoke("200")}?type=transaction&refundToBalance=true`,
      `${revoke("300")}?type=transaction&refundToBalance=true&offerId=F%2F300`,
      expect.stringContaining(BUNDLES),
    ]);
  });

  test("takes a top-up along that comes onto the eSIM while its own bundle is taken off", async () => {
    for (const [answer, topupsRefunded] of [
      [BACK, true],
      [refusal(400, "bundle is active"), false],
    ] as const) {
      let looks = 0;
      const { outcome, calls } = await cancel({
        [BUNDLES]: () => applied(...(looks++ === 0 ? [base] : [{ ...base, bundleState: "revoked" }, topup])),
        [revoke("300")]: answer,
      });
      expect(outcome).toEqual({ kind: "done", value: { priceRefunded: true, topupsRefunded } });
      expect(calls().filter((call) => call.includes("type=transaction"))).toHaveLength(2);
    }
  });

  test("is refused without a call where the account has no right to refunds, and not offered", async () => {
    const { outcome, calls, adapter } = await cancel({}, { refunds: false });
    expect([codeOf(outcome), calls()]).toEqual(["refused", []]);
    expect(adapter.capabilities).toMatchObject({ cancel: false, refundOnCancel: false, suspend: true });
    const entitled = await connect({});
    expect(entitled.adapter.capabilities).toMatchObject({ cancel: true, refundOnCancel: true });
  });

  test.each<[string, object[]]>([
    ["in use", [{ ...base, bundleState: "active", remainingQuantity: 1 }]],
    ["used up", [{ ...base, bundleState: "depleted", remainingQuantity: 0 }]],
    ["expired", [{ ...base, bundleState: "expired" }]],
    ["lapsed", [{ ...base, bundleState: "lapsed" }]],
    ["queued, but with data used", [{ ...base, remainingQuantity: 4_999_999_999 }]],
    ["in a state that is not known", [{ ...base, bundleState: "resting" }]],
    ["without a number", [{ ...base, id: null }]],
    ["unused, but a top-up is in use", [base, { ...topup, bundleState: "active" }]],
  ])("is refused and nothing is taken off when the bundle is %s", async (_, assignments) => {
    const { outcome, calls } = await cancel({ [BUNDLES]: applied(...assignments) });
    expect(codeOf(outcome)).toBe("refused");
    expect(calls()).toHaveLength(1);
  });

  test.each<[string, Canned, string]>([
    ["the refund period is over", refusal(400, "cannot be refunded to balance any more"), "refused"],
    ["it would give nothing back", said("Bundle can be revoked, without refund"), "refused"],
    ["a server error", refusal(500, "oops"), "not_sent"],
    ["garbage", "<html>", "not_sent"],
    ["too many calls", refusal(429, "slow down"), "busy"],
  ])("takes nothing off after a dry run that says: %s", async (_, dryRun, code) => {
    const { outcome, calls } = await cancel({
      [BUNDLES]: applied(base, topup),
      [revoke("300")]: (asked) => (isDry(asked) ? dryRun : BACK),
    });
    expect(codeOf(outcome)).toBe(code);
    expect(calls().some((call) => call.includes("type=transaction"))).toBe(false);
  });

  test.each<[string, Canned, string]>([
    ["silence", "silence", "unknown"],
    ["a server error", refusal(500, "oops"), "unknown"],
    ["garbage", "<html>", "unknown"],
    ["an empty object", {}, "unknown"],
    ["a refusal", refusal(400, "bundle is active"), "refused"],
  ])("is what %s says, and stops there", async (_, answer, code) => {
    const { outcome, calls } = await cancel({
      [BUNDLES]: applied(base, topup),
      [revoke("200")]: (asked) => (isDry(asked) ? BACK : answer),
    });
    expect(codeOf(outcome)).toBe(code);
    expect(calls().filter((call) => call.includes("type=transaction"))).toHaveLength(1);
  });

  test("is done without the top-ups' price when one of them is not taken back", async () => {
    for (const answer of [
      refusal(400, "too late"),
      "cut",
      said("Successfully Revoked Bundle, without refund"),
    ] as const) {
      const { outcome } = await cancel({
        [BUNDLES]: applied(base, topup),
        [revoke("300")]: (asked) => (isDry(asked) ? BACK : answer),
      });
      expect(outcome).toEqual({ kind: "done", value: { priceRefunded: true, topupsRefunded: false } });
    }
  });

  test("says which top-ups were kept where others were paid back, whether it is told so or sees it", async () => {
    const second = { ...topup, id: "400", assignmentReference: "11111111-2222-4333-8444-555555555555-0" };
    const kept = { kind: "done", value: { priceRefunded: true, topupsRefunded: true, topupsKept: [BUNDLE] } };
    const told = await cancel({
      [BUNDLES]: applied(base, topup, second),
      [revoke("400")]: BACK,
      [revoke("300")]: (asked) => (isDry(asked) ? BACK : said("Successfully Revoked Bundle, without refund")),
    });
    expect(told.outcome).toEqual(kept);
    const begunOne = { ...second, bundleState: "revoked", startTime: "2026-05-05T10:00:00Z" };
    const seen = await cancel({ [BUNDLES]: applied({ ...base, bundleState: "revoked" }, topup, begunOne) });
    expect(seen.outcome).toEqual(kept);
  });

  const off = { bundleState: "revoked" };
  const begun = { startTime: "2026-05-05T10:00:00Z" };
  test.each<[string, object[], object, number]>([
    ["and with it all there was", [{ ...base, ...off }], { priceRefunded: true, topupsRefunded: true }, 0],
    ["a top-up is left on it", [{ ...base, ...off }, topup], { priceRefunded: true, topupsRefunded: true }, 1],
    ["after it was begun", [{ ...base, ...off, ...begun }, topup], { priceRefunded: false, topupsRefunded: true }, 1],
    [
      "a top-up was begun",
      [
        { ...base, ...off },
        { ...topup, ...off, ...begun },
      ],
      { priceRefunded: true, topupsRefunded: false },
      0,
    ],
  ])("takes off what is left where the eSIM's own bundle is off already, %s", async (_, bundles, value, taken) => {
    const { outcome, calls } = await cancel({ [BUNDLES]: applied(...bundles) });
    expect(outcome).toEqual({ kind: "done", value });
    expect(calls().filter((call) => call.includes("type=transaction"))).toHaveLength(taken);
  });

  test("a top-up whose answer is lost counts as it shows afterwards; what cannot be read leaves the outcome open", async () => {
    for (const [afterwards, outcome] of [
      [
        applied({ ...base, ...off }, { ...topup, ...off }),
        { kind: "done", value: { priceRefunded: true, topupsRefunded: true } },
      ],
      [refusal(403, "not accessible"), { kind: "done", value: { priceRefunded: true, topupsRefunded: true } }],
      [refusal(500, "oops"), { kind: "unknown" }],
    ] as [Canned, object][]) {
      let looks = 0;
      const said = await cancel({
        [BUNDLES]: () => (looks++ === 0 ? applied(base, topup) : afterwards),
        [revoke("300")]: (asked) => (isDry(asked) ? BACK : "cut"),
      });
      expect(said.outcome).toMatchObject(outcome);
    }
  });

  test("that it gives nothing back for the eSIM is not forgotten because its bundles cannot be read afterwards", async () => {
    let looks = 0;
    const { outcome } = await cancel({
      [BUNDLES]: () => (looks++ === 0 ? applied(base) : refusal(500, "oops")),
      [revoke("200")]: (asked) => (isDry(asked) ? BACK : said("Successfully Revoked Bundle, without refund")),
    });
    expect(outcome).toEqual({ kind: "done", value: { priceRefunded: false, topupsRefunded: false } });
  });

  test("does nothing when the eSIM's bundles cannot be read", async () => {
    expect(codeOf((await cancel({ [BUNDLES]: refusal(500, "oops") })).outcome)).toBe("not_sent");
    expect(codeOf((await cancel({ [BUNDLES]: refusal(403, "not accessible") })).outcome)).toBe("refused");
  });
});

describe("suspending and resuming", () => {
  const PATH = `POST esims/${ESIM.iccid}/suspend`;
  const DONE: Canned = { status: 201, text: '{"status":"eSIM suspended successfully"}' };

  test("say which of the two is meant", async () => {
    const { adapter, bodies } = await connect({ [PATH]: DONE });
    expect(await adapter.suspend(ESIM)).toEqual({ kind: "done", value: null });
    expect(await adapter.resume(ESIM)).toEqual({ kind: "done", value: null });
    expect(bodies()).toEqual([{ suspend: true }, { suspend: false }]);
  });

  test.each<[string, Canned, string, string]>([
    ["already suspended", refusal(400, "eSIM is already suspended"), "done", "refused"],
    ["not suspended", refusal(400, "eSIM is not suspended"), "refused", "done"],
    ["suspended by policy", refusal(403, "suspended by policy"), "refused", "refused"],
    ["deactivated", refusal(400, "eSIM is deactivated"), "refused", "refused"],
    ["too many calls", refusal(429, "slow down"), "busy", "busy"],
    ["a server error", refusal(500, "oops"), "unknown", "unknown"],
    ["still processing", refusal(503, "processing"), "unknown", "unknown"],
    ["silence", "silence", "unknown", "unknown"],
    ["an empty object", {}, "unknown", "unknown"],
  ])("answered with %s are what that says", async (_, answer, suspended, resumed) => {
    const { adapter } = await connect({ [PATH]: answer });
    expect([codeOf(await adapter.suspend(ESIM)), codeOf(await adapter.resume(ESIM))]).toEqual([suspended, resumed]);
  });
});

describe("a callback", () => {
  const adapter = esimGo({ url: "http://127.0.0.1:1", apiKey: KEY, refunds: true }, () => {});
  const BODY = JSON.stringify({
    iccid: ESIM.iccid,
    alertType: "Utilisation",
    bundle: { id: "215009266", reference: `${REFERENCE}-0`, name: BUNDLE, initialQuantity: 5, remainingQuantity: 1 },
  });
  const digestOf = (body: string, encoding: "hex" | "base64", key = KEY) =>
    createHmac("sha256", key).update(body).digest(encoding);
  const read = (body: string, signature: string | null) =>
    adapter.parseWebhook({ body, header: (name) => (name.toLowerCase() === "x-signature-sha256" ? signature : null) });

  test("is read when it is signed, in hexadecimal digits or in base64, and known again", () => {
    const notice = {
      kind: "Utilisation",
      dedupeKey: digestOf(BODY, "hex"),
      reference: null,
      supplierReference: REFERENCE,
      supplierEsimId: ESIM.iccid,
      iccid: ESIM.iccid,
    };
    for (const signature of [digestOf(BODY, "hex"), digestOf(BODY, "hex").toUpperCase(), digestOf(BODY, "base64")])
      expect(read(BODY, signature)).toEqual(notice);
  });

  test("of another kind tells what it can", () => {
    for (const [body, kind] of [
      [{ alertType: "LowBalance", balanceInfo: { balance: 3 } }, "LowBalance"],
      [{ event: "esim.deleted", iccid: "none" }, "esim.deleted"],
      [{ bundle: { reference: 7 } }, "unnamed"],
    ] as const) {
      const text = JSON.stringify(body);
      expect(read(text, digestOf(text, "base64"))).toMatchObject({ kind, iccid: null, supplierReference: null });
    }
  });

  test("that is forged, unsigned or no JSON is nothing", () => {
    const forged = [
      null,
      "",
      "0".repeat(64),
      digestOf(`${BODY} `, "hex"),
      digestOf(BODY, "hex", "another key"),
      digestOf(BODY, "hex").slice(0, 63),
      `${digestOf(BODY, "base64")}=`,
    ];
    expect(forged.map((signature) => read(BODY, signature))).toEqual(forged.map(() => null));
    for (const body of ["", "null", "[]", "{", "\0"]) expect(read(body, digestOf(body, "hex"))).toBeNull();
  });

  test("is never believed without a key of our own: anybody could sign with none", () => {
    const keyless = esimGo({ url: "http://127.0.0.1:1", apiKey: "", refunds: true }, () => {});
    const signature = digestOf(BODY, "hex", "");
    expect(keyless.parseWebhook({ body: BODY, header: () => signature })).toBeNull();
  });
});
