import { describe, expect, test } from "vitest";
import type { Found, Outcome, Supplier } from "#server/domain/catalogue/suppliers/port.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { type Canned, NONSENSE } from "#tests/support/canned-supplier.ts";
import {
  applied,
  assignment,
  BUNDLE,
  bundle,
  connect,
  details,
  ESIM,
  install,
  linkedTo,
  ORDER,
  order,
  organisation,
  quote,
  REFERENCE,
  SINCE,
  TOPUP,
} from "#tests/support/esimgo-answers.ts";

overrideEnv({ timeScale: 0.05 });

const ESIM_PATH = `esims/${ESIM.iccid}`;
const REVOKE = `${ESIM_PATH}/bundles/${BUNDLE}/assignments/215009266`;

/** A supplier that says what it should, but for some of its answers. */
const sane = (nonsense: Record<string, Canned>) =>
  connect({
    "GET organisation": organisation(),
    "GET catalogue": [bundle()],
    [`GET catalogue/bundle/${BUNDLE}`]: bundle(),
    "POST orders": ({ text }) =>
      text.includes('"validate"') ? (nonsense.validate ?? quote()) : (nonsense.transaction ?? order()),
    "GET orders": [order()],
    [`GET orders/${REFERENCE}`]: order(),
    "GET esims/assignments": install(),
    "PUT esims": {},
    [`GET ${ESIM_PATH}`]: details(),
    [`GET ${ESIM_PATH}/bundles`]: applied(assignment()),
    [`GET ${ESIM_PATH}/compatible/${BUNDLE}`]: { compatible: true },
    [`POST ${ESIM_PATH}/suspend`]: { status: "eSIM suspended successfully" },
    [`DELETE ${REVOKE}`]: ({ path }) =>
      (path.includes("validate") ? nonsense.dryRun : nonsense.revoke) ?? { status: "bundle refunded to balance" },
    ...nonsense,
  });

type Look = (adapter: Supplier) => Promise<{ kind: string }>;
type Write = (adapter: Supplier) => Promise<Outcome<unknown>>;

const LOOKS: [what: string, look: Look, answers: string[]][] = [
  ["the catalogue", (adapter) => adapter.listPackages(), ["GET organisation", "GET catalogue"]],
  [
    "the search for an order",
    (adapter) => adapter.findOrder(ORDER, SINCE, linkedTo()),
    ["GET orders", `GET ${ESIM_PATH}/bundles`],
  ],
  [
    "the eSIMs of an order",
    (adapter) => adapter.getOrderEsims(REFERENCE, "T-1"),
    [`GET orders/${REFERENCE}`, "GET esims/assignments", `GET ${ESIM_PATH}/bundles`],
  ],
  [
    "an eSIM",
    async (adapter) => (await adapter.getEsims([ESIM])).get(ESIM.iccid)!,
    [`GET ${ESIM_PATH}`, `GET ${ESIM_PATH}/bundles`],
  ],
  [
    "top-up options",
    (adapter) => adapter.topupOptions(ESIM),
    ["GET organisation", `GET ${ESIM_PATH}/bundles`, `GET catalogue/bundle/${BUNDLE}`, "GET catalogue"],
  ],
  ["the evidence before a top-up", (adapter) => adapter.topupEvidence(ESIM), [`GET ${ESIM_PATH}/bundles`]],
  [
    "the search for a top-up",
    (adapter) => adapter.findTopup(TOPUP, SINCE, linkedTo()),
    [`GET ${ESIM_PATH}/bundles`, "GET orders"],
  ],
  ["the balance", (adapter) => adapter.balance(), ["GET organisation"]],
];

/** What only prepares, and what may have happened. */
const WRITES: [what: string, write: Write, before: string[], decisive: string][] = [
  ["an order", (adapter) => adapter.order(ORDER), ["validate"], "transaction"],
  ["a top-up", (adapter) => adapter.topup(TOPUP), [`GET ${ESIM_PATH}/compatible/${BUNDLE}`, "validate"], "transaction"],
  ["cancelling", (adapter) => adapter.cancel(ESIM), [`GET ${ESIM_PATH}/bundles`, "dryRun"], "revoke"],
  ["suspending", (adapter) => adapter.suspend(ESIM), [], `POST ${ESIM_PATH}/suspend`],
  ["resuming", (adapter) => adapter.resume(ESIM), [], `POST ${ESIM_PATH}/suspend`],
];

/** Where a list is asked for, an empty one is a proper answer, and so is one of bundles that make no sense. */
const isProper = (name: string, answer: string) =>
  (name === "a list" && /^GET (orders|catalogue|esims\/assignments)$/.test(answer)) ||
  (name === "a deep list" && answer === "GET catalogue");

describe.each(Object.entries(NONSENSE))("%s", (name, canned) => {
  test.each(LOOKS)("makes %s unknown, never empty or wrong", async (_, look, answers) => {
    for (const answer of answers.filter((each) => !isProper(name, each))) {
      const { adapter, exchanges } = await sane({ [answer]: canned });
      expect([answer, (await look(adapter)).kind]).toEqual([answer, "unknown"]);
      for (const { request, response } of exchanges) expect(request.length + response.length).toBeLessThan(5_000);
    }
  });

  test.each(WRITES)("leaves %s undone before it is sent, and open after", async (_, write, before, decisive) => {
    for (const answer of before) {
      const { adapter, asked } = await sane({ [answer]: canned });
      expect([answer, await write(adapter)]).toMatchObject([answer, { kind: "rejected", code: "not_sent" }]);
      expect(asked.some(({ text, path }) => `${text}${path}`.match(/transaction/))).toBe(false);
    }
    const { adapter } = await sane({ [decisive]: canned });
    expect((await write(adapter)).kind).toBe("unknown");
  });
});

test("with proper answers, all of these succeed", async () => {
  const { adapter } = await sane({ [`GET ${ESIM_PATH}/history`]: [] });
  const looks = await Promise.all(
    LOOKS.map(async ([, look]) => (await look(adapter)) as Found<unknown> | { kind: "done" }),
  );
  expect(looks.map(({ kind }) => kind)).toEqual(
    LOOKS.map(([what]) =>
      what === "the catalogue" ? "done" : what === "the search for a top-up" ? "not_found" : "found",
    ),
  );
  for (const [what, write] of WRITES) expect([what, (await write(adapter)).kind]).toEqual([what, "done"]);
});
