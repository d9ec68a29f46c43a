import { onTestFinished } from "vitest";
import { airalo } from "#server/domain/catalogue/suppliers/airalo/adapter.ts";
import type { Exchange } from "#server/domain/catalogue/suppliers/port.ts";
import { FREELY, type Turns } from "#server/domain/catalogue/suppliers/turns.ts";
import { money } from "#server/kernel/money.ts";
import { type Asked, type Canned, cannedSupplier } from "#tests/support/canned-supplier.ts";

export const SECRET = "s3cret/of+the=account";
export const TOKEN = "token-that-nobody-may-see";
export const HOOK = "https://reseller.example/api/suppliers/airalo/unguessable/events";
export const ICCID = "8944000000000000012";
export const NO_ESIMS_LINKED = async () => new Set<string>();

export const ESIM = {
  supplierEsimId: "7001",
  iccid: ICCID,
  supplierReference: "5001",
  createdAt: new Date("2026-03-01T12:00:00Z"),
};

export const TOPUP = {
  reference: "AT-1",
  esim: ESIM,
  option: { code: "hola-30days-3gb-topup", costUsd: money("6.5") },
  before: JSON.stringify([["1", "hola-30days-3gb"]]),
};

export const buy = (reference: string, quantity = 1) => ({
  reference,
  supplierPackageId: "hola-30days-3gb",
  quantity,
  unitCostUsd: money("6.5"),
});

/** Turns as they come when nothing is forgotten, for a test of less than a minute. */
export function countedTurns(): Turns & { heeded: string[]; missed(): number } {
  const counts = new Map<string, number>();
  const heeded: string[] = [];
  let missed = 0;
  return {
    ...FREELY,
    heeded,
    missed: () => missed,
    miss: () => void missed++,
    async within({ calls }, about) {
      counts.set(about, (counts.get(about) ?? 0) + 1);
      return counts.get(about)! <= calls;
    },
    async heed(retryAfter, about = "") {
      heeded.push(`${about}:${retryAfter}`);
    },
  };
}

/** A reply in the supplier's envelope. */
export const ok = (data: unknown, meta: object = { message: "success" }): Canned => ({ data, meta });
export const refusal = (status: number, body: object | string): Canned => ({
  status,
  text: typeof body === "string" ? body : JSON.stringify(body),
});

const TOKEN_REPLY = ok({ token_type: "Bearer", expires_in: 31_622_400, access_token: TOKEN });

/** The adapter in front of a supplier that gives tokens and answers the rest as a test wants. */
export async function connect(
  answer: (asked: Asked) => Canned,
  {
    token = () => TOKEN_REPLY,
    isAsync = false,
    turns,
  }: { token?: () => Canned; isAsync?: boolean; turns?: Turns } = {},
) {
  const supplier = await cannedSupplier((asked) => (asked.path === "/v2/token" ? token() : answer(asked)));
  onTestFinished(supplier.close);
  const exchanges: Exchange[] = [];
  const settings = { url: supplier.url, clientId: "me", clientSecret: SECRET, isAsync, webhookUrl: HOOK };
  const adapter = airalo(settings, (exchange) => exchanges.push(exchange), turns);
  const asked = () => supplier.asked.filter(({ path }) => path !== "/v2/token");
  const tokens = () => supplier.asked.length - asked().length;
  return { adapter, exchanges, asked, tokens, settings };
}

/** An eSIM as a reply shows it. */
export const sim = (more: object = {}) => ({
  id: 7001,
  created_at: "2026-03-01 12:00:00",
  iccid: ICCID,
  lpa: "lpa.example.com",
  imsis: ["234500000000012"],
  matching_id: "AAAA-BBBB",
  qrcode: "LPA:1$lpa.example.com$AAAA-BBBB",
  qrcode_url: "https://qr.example.com/7001.png",
  direct_apple_installation_url: "https://esimsetup.apple.com/x",
  apn_type: "manual",
  apn_value: "wap",
  is_roaming: true,
  ...more,
});

/** An order as a reply shows it, with numbers as strings. */
export const order = (more: object = {}) => ({
  id: 5001,
  code: "20260301-005001",
  currency: "USD",
  package_id: "hola-30days-3gb",
  quantity: "1",
  type: "sim",
  description: "SO-1",
  esim_type: "Prepaid",
  validity: "30",
  package: "Hola 3 GB - 30 Days",
  data: "3 GB",
  price: "11.50",
  net_price: 6.5,
  created_at: "2026-03-01 12:00:00",
  status: { name: "Completed", slug: "completed" },
  sims: [sim()],
  ...more,
});
