import type { LifeEvent } from "#server/domain/selling/esims/index.ts";
import { findSandboxEsim, liveSandboxEsim } from "#server/domain/selling/esims/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { ulid } from "#server/kernel/ids.ts";
import { dataOf, direct, type Got } from "./api.ts";
import { system } from "./world.ts";

export type Caller = ReturnType<typeof caller>;

/** The API in the hands of one key. */
export const caller = (key: string) => {
  const get = (path: string): Promise<Got> => direct.send({ method: "GET", path, key });
  const post = (path: string, body: object = {}, headers: Record<string, string> = {}): Promise<Got> =>
    direct.send({ method: "POST", path, key, body, headers });
  return {
    key,
    get,
    post,
    read: async (path: string) => dataOf(await get(path)),
    write: async (path: string, body?: object) => dataOf(await post(path, body)),
    order: async (packageId: string, quantity = 1) =>
      dataOf(await post("/orders", { package_id: packageId, quantity }, { "Idempotency-Key": ulid() })),
    topup: (iccid: string, body: object, idempotencyKey: string = ulid()) =>
      post(`/esims/${iccid}/topups`, body, { "Idempotency-Key": idempotencyKey }),
  };
};

/** Lets a test eSIM live on. */
export async function live(iccid: string, event: LifeEvent, usedMb?: number): Promise<void> {
  await liveSandboxEsim(system(), (await findSandboxEsim(system(), iccid))!, event, usedMb);
}

// biome-ignore lint/suspicious/noExplicitAny: the events of every kind.
export type Told = { type: string; data: any };

/** What webhooks would be told of the account, oldest first. */
export async function eventsOf(accountCode: string, environment: "test" | "live"): Promise<Told[]> {
  const rows = await database().query<{ type: string; data: string }>(sql`
    select e.type, e.data from events e join accounts a on a.id = e.account_id
     where a.code = ${accountCode} and e.environment = ${environment} order by e.id`);
  return rows.map(({ type, data }) => ({ type, data: JSON.parse(data) }));
}

export const count = <T>(items: T[], item: T): number => items.filter((other) => other === item).length;
