import { expect, test } from "vitest";
import { codeOf } from "#tests/support/operators.ts";
import { newPerson } from "#tests/support/people.ts";

const QUERY = "status=failed&order=oldest&columns=status%2Ctotal";
const view = { list: "orders", name: "Failed", query: QUERY, shared: false } as const;

test("a view is its owner's in one account and environment; what is shared, the team sees and only its owner changes", async () => {
  const owner = await newPerson("support");
  const [api, admin, colleague, stranger] = [
    await owner.api("test"),
    await (await newPerson("admin", owner.code)).api("test"),
    await (await newPerson("support", owner.code)).api("test"),
    await (await newPerson()).api("test"),
  ];
  const names = async (of: typeof api) => (await of.views.list({ list: "orders" })).map(({ name }) => name);
  const { id } = await api.views.save(view);
  expect(await api.views.list({ list: "orders" })).toEqual([
    { id, name: "Failed", query: QUERY, shared: false, isDefault: false, sharedBy: null },
  ]);
  for (const other of [colleague, admin, stranger, await owner.api("live")]) {
    expect(await names(other)).toEqual([]);
    for (const attempt of [() => other.views.change({ id, name: "Mine" }), () => other.views.remove({ id })])
      expect(await codeOf(attempt())).toBe("NOT_FOUND");
  }
  await api.views.change({ id, shared: true, name: "Failed ones" });
  for (const other of [colleague, admin]) expect(await names(other)).toEqual(["Failed ones"]);
  expect((await colleague.views.list({ list: "orders" }))[0]!.sharedBy).toEqual(expect.any(String));
  for (const other of [stranger, await owner.api("live")]) expect(await names(other)).toEqual([]);
  for (const attempt of [
    () => colleague.views.remove({ id }),
    () => stranger.views.remove({ id }),
    () => admin.views.change({ id, name: "Mine", isDefault: true }),
  ])
    expect(await codeOf(attempt())).toBe("NOT_FOUND");
  // Whoever manages the team clears away what somebody left behind.
  await admin.views.remove({ id });
  expect(await names(api)).toEqual([]);
});

test("a name is one view, a list opens with one of them, and a role keeps views of what it sees", async () => {
  const person = await newPerson("support");
  const api = await person.api("test");
  const first = await api.views.save(view);
  expect(await api.views.save({ ...view, query: "status=queued" })).toEqual(first);
  const second = await api.views.save({ ...view, name: "Queued" });
  for (const { id } of [first, second]) await api.views.change({ id, isDefault: true });
  expect((await api.views.list({ list: "orders" })).map(({ query, isDefault }) => [query, isDefault])).toEqual([
    ["status=queued", false],
    [QUERY, true],
  ]);
  expect(await codeOf(api.views.change({ id: second.id, name: "Failed" }))).toBe("CONFLICT");
  for (const attempt of [
    () => api.views.save({ ...view, list: "ledger" }),
    () => api.views.list({ list: "deliveries" }),
  ])
    expect(await codeOf(attempt())).toBe("FORBIDDEN");
  for (let i = 2; i < 30; i++) await api.views.save({ ...view, name: `View ${i}` });
  expect(await codeOf(api.views.save({ ...view, name: "One too many" }))).toBe("CONFLICT");
});
