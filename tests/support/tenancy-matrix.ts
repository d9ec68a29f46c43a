import { columnOf } from "#server/kernel/column-names.ts";
import { database, sql } from "#server/kernel/db.ts";
import { dataOf, direct, type Got, type Sent } from "./api.ts";
import { allOperations, parametersOf } from "./field-cases.ts";
import { type Owned, SAMPLES } from "./samples.ts";

/** Who asks for what is not theirs, and what they must get. */
export type Stranger = { name: string; key: string; wanted: "404" | "401" | "403" };

export type Case = {
  stranger: Stranger;
  operation: string;
  value: string;
  /** Whether the owner finds something under this value here. */
  own: boolean;
  /** The same request for something of the same shape that nobody has. */
  random: string;
  sent: Omit<Sent, "key">;
  control: Omit<Sent, "key">;
};

/** Operations whose answers are about no account. */
export const PUBLIC = [
  "getHealth",
  "listScopes",
  "listEvents",
  "getIntegration",
  "getCapabilities",
  "getProviderCapabilities",
  "listPackages",
  "getPackage",
  "listCountries",
  "listRegions",
];

/** Shared by all accounts: the catalogue and the suppliers. */
const SHARED = ["getPackage", "getProviderCapabilities"];
const ID_NAME =
  /(^|_)(id|iccid|reference|cursor|eid|imsi|prefix|code|slug|activation_code|address|url|domain|email|phone)$|^(resource|name)$/;

/** An id of one account or table is from now on by chance none of another. */
let moved = 0;
export async function moveIds(): Promise<void> {
  moved += 100_000_000;
  await database().query(sql`
    select setval(oid, ${moved} + 100000 * row_number() over (order by oid)) from pg_class
     where relkind = 'S' and relnamespace = 'public'::regnamespace`);
}

/** Everything in an answer of the API or, by the same names, of the portal that could name a record: ids, ICCIDs, references, codes, names. */
export function harvest(value: unknown, name = "", found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) harvest(item, name, found);
  else if (value !== null && typeof value === "object")
    for (const [key, item] of Object.entries(value)) harvest(item, key, found);
  else if (((typeof value === "string" && value !== "") || typeof value === "number") && ID_NAME.test(columnOf(name)))
    found.add(String(value));
  return found;
}

/** The answers of every operation to its owner. */
export async function playAll(owned: Owned, key: string): Promise<{ id: string; got: Got }[]> {
  const answers = [];
  for (const [id] of allOperations) answers.push({ id, got: await direct.send({ ...SAMPLES[id]!(owned), key }) });
  return answers;
}

/** Changed by being asked, or (in live) asked of a supplier that is not there. */
const UNSTEADY = ["getUsage", "getHealth", "getReadiness", "listTopupOptions"];

/** What an account can read of its own, to be compared before and after. */
export async function snapshot(owned: Owned, key: string): Promise<string> {
  const parts = [];
  for (const [id, { method }] of allOperations) {
    if (method !== "GET" || UNSTEADY.includes(id)) continue;
    parts.push(`${id} ${JSON.stringify(dataOf(await direct.send({ ...SAMPLES[id]!(owned), key })))}`);
  }
  return parts.join("\n");
}

const rotate = (text: string, alphabet: string, by: number) =>
  text.replace(/./gu, (letter) => {
    const at = alphabet.indexOf(letter);
    return at === -1 ? letter : alphabet[(at + by) % alphabet.length]!;
  });

/** A value of the same shape that belongs to nobody. */
export function randomLike(value: string): string {
  if (/^\d{1,15}$/.test(value)) return "987654321012";
  if (/^B2B-\d+$/.test(value)) return "B2B-987654321012";
  return rotate(
    rotate(rotate(value, "0123456789", 5), "abcdefghijklmnopqrstuvwxyz", 13),
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    13,
  );
}

/** Every harvested value in every parameter of every path, by every stranger. */
export function casesOf(values: Iterable<string>, strangers: Stranger[], template: Owned): Case[] {
  const cases: Case[] = [];
  for (const [operation, declared] of allOperations) {
    const [parameter] = parametersOf(declared);
    if (!parameter || SHARED.includes(operation)) continue;
    const sample = SAMPLES[operation]!({ ...template, fresh: () => template, suspended: () => template.iccid });
    for (const value of values)
      for (const who of strangers) {
        const at = (text: string) => ({ ...sample, path: declared.path.replace(/\{\w+\}/, encodeURIComponent(text)) });
        const random = randomLike(value);
        const own = at(value).path === sample.path.split("?")[0];
        cases.push({ stranger: who, operation, value, own, random, sent: at(value), control: at(random) });
      }
  }
  return cases;
}

/** Errors name what was asked for, up to a length. */
export const withoutEcho = (text: string, asked: string): string =>
  text.replaceAll(asked, "<asked>").replaceAll(asked.slice(0, 40), "<asked>");

/** An answer as it is compared: without what belongs to the one request, and without the value that was asked for. */
export function comparable({ status, json }: Got, asked: string): string {
  const { request_id: _id, ...meta } = json.meta;
  const error = json.error && { ...json.error, message: withoutEcho(json.error.message, asked) };
  return JSON.stringify({ ...json, status, meta, error });
}
