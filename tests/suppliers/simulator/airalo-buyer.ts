import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { SupplierRecords } from "#server/simulator/control.ts";
import { SIMULATOR_CREDENTIALS } from "#server/simulator/credentials.ts";
import { simulate } from "./simulation.ts";

export const { client_id: CLIENT_ID, client_secret: SECRET } = SIMULATOR_CREDENTIALS.airalo;
export const PACKAGE = "tr-mobil-30days-5gb";
export const PRICE = 3.36;

type Json = Record<string, unknown>;
export type Said = { status: number; data: Json & { sims?: Json[] }; meta: Json; code?: number; reason?: string };

/** The simulated Airalo until the test is over, with a client that has a token. */
export async function simulateAiralo(options: Parameters<typeof simulate>[0] = {}) {
  const { control, addresses, dataDir, stop } = await simulate(options);
  const url = addresses.airalo;
  return {
    control,
    url,
    dataDir,
    stop,
    ...(await buyer(url)),
    set: (operation: string, mode: string, more: { times?: number; latencyMs?: number; quantity?: number } = {}) =>
      control({ kind: "set", supplier: "airalo", operation, mode, ...more }),
    live: (iccid: unknown, event: string, usedMb?: number) =>
      control({ kind: "event", iccid: String(iccid), event, usedMb }),
    async records(): Promise<SupplierRecords> {
      const { suppliers } = await control({ kind: "show" });
      return suppliers.find(({ supplier }) => supplier === "airalo")!;
    },
  };
}

export const fetchToken = (url: string, more: object = {}) =>
  fetch(`${url}/v2/token`, {
    method: "POST",
    body: new URLSearchParams({
      client_id: CLIENT_ID,
      client_secret: SECRET,
      grant_type: "client_credentials",
      ...more,
    }),
  });

async function buyer(url: string) {
  const { data } = (await (await fetchToken(url)).json()) as { data: { access_token: string } };
  const authorization = `Bearer ${data.access_token}`;
  const call = async (path: string, init: RequestInit = {}): Promise<Said> => {
    const answer = await fetch(`${url}/v2/${path}`, { ...init, headers: { authorization, ...init.headers } });
    const text = await answer.text();
    return { ...(text ? (JSON.parse(text) as Omit<Said, "status">) : { data: {}, meta: {} }), status: answer.status };
  };
  const post = (path: string, body: object) =>
    call(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const order = (description: string, quantity = 1, more: object = {}) =>
    post("orders", { package_id: PACKAGE, quantity, type: "sim", description, ...more });
  return {
    authorization,
    call,
    post,
    order,
    async bought(description: string, quantity = 1): Promise<string[]> {
      return (await order(description, quantity)).data.sims!.map(({ iccid }) => String(iccid));
    },
    async found(query: string): Promise<unknown[]> {
      const { data } = await call(`orders?include=sims,status&${query}`);
      return (data as unknown as Json[]).map(({ description }) => description);
    },
  };
}

export type Received = { body: Json; isSigned: boolean };

/** A receiver of webhooks that checks their signature; it answers HEAD with `head`. */
export async function inbox(head = 200) {
  const received: Received[] = [];
  const looks: string[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    if (request.method === "HEAD") {
      looks.push(request.url!);
      return void response.writeHead(head).end();
    }
    const signature = createHmac("sha512", SECRET).update(text).digest("hex");
    received.push({
      body: JSON.parse(text) as Json,
      isSigned: request.headers["airalo-signature"] === signature,
    });
    response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received, looks };
}
