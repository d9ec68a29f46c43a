import { describe, expect, test } from "vitest";
import { overrideEnv } from "#server/kernel/env.ts";
import type { Canned } from "#tests/support/canned-supplier.ts";
import {
  applied,
  assignment,
  connect,
  details,
  ESIM,
  GB,
  organisation,
  REFERENCE,
  refusal,
} from "#tests/support/esimgo-answers.ts";

overrideEnv({ timeScale: 0.05 });

const PATH = `GET esims/${ESIM.iccid}`;

async function look(profile: Canned, bundles: Canned, more: Record<string, Canned> = {}) {
  const connection = await connect({ [PATH]: profile, [`${PATH}/bundles`]: bundles, ...more });
  const found = (await connection.adapter.getEsims([ESIM])).get(ESIM.supplierEsimId)!;
  return { ...connection, found };
}

const esimOf = async (profile: object, ...assignments: object[]) => {
  const { found } = await look(details(profile), applied(...assignments.map(assignment)));
  if (found.kind !== "found") throw new Error(found.kind);
  return found.value;
};

describe("an eSIM's status", () => {
  const NEW = { profileStatus: "Released" };
  const IN = { profileStatus: "Installed", firstInstalledDateTime: 1_777_888_999_000 };
  const states = (...words: string[]) => words.map((bundleState) => ({ bundleState }));

  test.each<[object, object[], string | null, string]>([
    [NEW, states("processing"), "provisioning", "not_installed"],
    [NEW, states("queued"), "ready", "not_installed"],
    [NEW, states("processing", "queued"), "ready", "not_installed"],
    [IN, states("queued"), "installed", "installed"],
    [IN, states("QUEUED"), "installed", "installed"],
    [IN, states("Active"), "activated", "installed"],
    [IN, states("depleted", "active"), "activated", "installed"],
    [IN, states("depleted", "queued"), "activated", "installed"],
    [IN, states("depleted"), "exhausted", "installed"],
    [IN, states("depleted", "expired", "revoked"), "exhausted", "installed"],
    [IN, states("expired"), "expired", "installed"],
    [NEW, states("lapsed"), "expired", "not_installed"],
    [IN, states("revoked", "revoked"), "cancelled", "installed"],
    [IN, states("revoked", "queued"), "installed", "installed"],
    [{ ...IN, state: "SUSPENDED" }, states("active"), "suspended", "installed"],
    [{ ...IN, state: "deactivated" }, states("active"), "expired", "installed"],
    [{ profileStatus: "Deleted" }, states("active"), "activated", "deleted"],
    [{ profileStatus: "enabled" }, states("queued"), "installed", "installed"],
    [{ profileStatus: "Downloaded" }, states("queued"), "installed", "installed"],
    [
      { profileStatus: "Rebooted", firstInstalledDateTime: "1777888999000" },
      states("queued"),
      "installed",
      "installed",
    ],
    [{ profileStatus: "Rebooted" }, states("queued"), "ready", "not_installed"],
    [{ profileStatus: null }, states("queued"), "ready", "not_installed"],
    [IN, states("hibernating"), null, "installed"],
    [IN, states("depleted", "hibernating"), null, "installed"],
    [IN, [{ bundleState: "depleted" }, { bundleState: "active", callTypeGroup: "voice" }], "exhausted", "installed"],
  ])("%j with %j is %s and %s", async (profile, assignments, status, installationStatus) => {
    expect(await esimOf(profile, ...assignments)).toMatchObject({ status, installationStatus });
  });

  test.each<[object[], string]>([
    [[{ name: "Bundle Applied", bundleName: "a", date: "" }, { name: "Bundle Revoked" }], "cancelled"],
    [[{ name: "Bundle Refunded To Balance" }], "cancelled"],
    [[{ name: "Bundle Applied" }, { name: "Bundle Expired" }], "expired"],
    [[{ name: "Bundle Lapsed" }], "expired"],
    [[], "provisioning"],
  ])("without any bundle is told by its history: %j is %s", async (history, status) => {
    const { found } = await look(details(), { bundles: null }, { [`${PATH}/history`]: history });
    expect(found).toMatchObject({ kind: "found", value: { status } });
    const unreadable = await look(details(), { bundles: [] }, { [`${PATH}/history`]: "cut" });
    expect(unreadable.found.kind).toBe("unknown");
  });
});

describe("usage", () => {
  const use = async (...assignments: object[]) => {
    const { totalBytes, usedBytes } = await esimOf({}, ...assignments);
    return [totalBytes / GB, usedBytes / GB];
  };

  test("is that of what can be used now and next together, not of the newest bundle", async () => {
    const active = { bundleState: "active", remainingQuantity: 1 * GB };
    const next = { bundleState: "queued", initialQuantity: 3 * GB, remainingQuantity: 3 * GB };
    const former = { bundleState: "depleted", remainingQuantity: 0 };
    expect(await use(active, next)).toEqual([8, 4]);
    expect(await use(former, active, next)).toEqual([8, 4]);
    expect(await use({ bundleState: "revoked" }, active)).toEqual([5, 4]);
  });

  test("is that of what there was once nothing is left", async () => {
    expect(await use({ bundleState: "depleted", remainingQuantity: 0 })).toEqual([5, 5]);
    expect(await use({ bundleState: "expired", remainingQuantity: 2 * GB })).toEqual([5, 3]);
  });

  test("has no total without a limit, and counts neither calls nor less than nothing", async () => {
    const unlimited = { bundleState: "active", unlimited: true, remainingQuantity: 2 * GB };
    expect(await use(unlimited)).toEqual([0, 3]);
    expect(await use({ ...unlimited, initialQuantity: -1, remainingQuantity: -1 })).toEqual([0, 0]);
    expect(await use({ remainingQuantity: 9 * GB })).toEqual([5, 0]);
    const voice = { callTypeGroup: "voice", initialQuantity: 60, remainingQuantity: 30 };
    expect(await use({ bundleState: "active", remainingQuantity: GB }, voice)).toEqual([5, 4]);
  });
});

describe("times", () => {
  test("are those of what was begun: the first start and the last end", async () => {
    const esim = await esimOf(
      { profileStatus: "Installed", firstInstalledDateTime: 1_777_888_999_000 },
      { bundleState: "depleted", startTime: "2026-05-06T07:00:00Z", endTime: "2026-06-05T07:00:00Z" },
      { bundleState: "active", startTime: "2026-05-20T07:00:00.123456Z", endTime: "2026-06-19T07:00:00Z" },
      { bundleState: "queued", startTime: "", endTime: null },
    );
    expect(esim.installedAt).toEqual(new Date(1_777_888_999_000));
    expect(esim.activatedAt).toEqual(new Date("2026-05-06T07:00:00Z"));
    expect(esim.expiresAt).toEqual(new Date("2026-06-19T07:00:00Z"));
  });

  test("that are none are not known", async () => {
    for (const time of ["0001-01-01T00:00:00Z", "soon", "", null, "9999-12-31T00:00:00Z"]) {
      const esim = await esimOf(
        { firstInstalledDateTime: time },
        { bundleState: "active", startTime: time, endTime: time },
      );
      expect([time, esim.installedAt, esim.activatedAt, esim.expiresAt]).toEqual([time, null, null, null]);
    }
  });
});

describe("an eSIM that is not there", () => {
  test("is not found, provided that the key holds", async () => {
    for (const answer of [
      refusal(403, "not accessible"),
      refusal(404, "not found"),
      refusal(410, "gone"),
      refusal(400, "eSIM does not exist"),
    ]) {
      expect((await look(answer, "cut", { "GET organisation": organisation() })).found).toEqual({ kind: "not_found" });
      const locked = await look(answer, "cut", { "GET organisation": refusal(403, "access denied") });
      expect(locked.found.kind).toBe("unknown");
    }
  });

  test.each<[string, Canned, Canned]>([
    ["a server error", refusal(500, "oops"), applied()],
    ["still processing", refusal(503, "processing"), applied()],
    ["another eSIM", details({ iccid: "8944500102198304834" }), applied(assignment())],
    ["no activation code", details({ matchingId: null }), applied(assignment())],
    ["bundles without a state", details(), applied(assignment({ bundleState: undefined }))],
    ["no bundles at all", details(), {}],
    ["its bundles refused", details(), refusal(403, "no")],
    ["a refusal in bad words", refusal(400, "bad request"), applied()],
  ])("is unknown after %s", async (_, profile, bundles) => {
    expect((await look(profile, bundles, { "GET organisation": organisation() })).found.kind).toBe("unknown");
  });
});

test("many eSIMs are read a few at a time, each for itself", async () => {
  const iccids = Array.from({ length: 9 }, (_, n) => `89445001021983048${String(n).padStart(2, "0")}`);
  const answers = Object.fromEntries(
    iccids.flatMap((iccid, n) => [
      [`GET esims/${iccid}`, n === 3 ? "cut" : details({ iccid })],
      [`GET esims/${iccid}/bundles`, applied(assignment())],
    ]),
  );
  const { adapter, calls } = await connect(answers);
  const found = await adapter.getEsims(iccids.map((iccid) => ({ ...ESIM, iccid, supplierEsimId: iccid })));
  expect([...found].map(([id, { kind }]) => [id, kind])).toEqual(
    iccids.map((iccid, n) => [iccid, n === 3 ? "unknown" : "found"]),
  );
  expect(calls().filter((call) => call.includes("bundles"))).toHaveLength(8);
  expect(calls().find((call) => call.includes("bundles"))).toContain("?includeUsed=true&limit=200");
  expect((await adapter.getEsims([])).size).toBe(0);
  expect(REFERENCE).toMatch(/^[0-9a-f-]{36}$/);
});
