import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { controlSimulator, type SimulatorCommand, type SupplierRecords } from "#server/simulator/control.ts";
import { startSimulators } from "#server/simulator/start-simulators.ts";
import { PATIENCE_MS } from "#tests/support/until.ts";

export type Said = {
  success: boolean;
  errorCode: string | null;
  errorMsg: string | null;
  obj: Record<string, unknown> | null;
};

export type WireEsim = {
  esimTranNo: string;
  orderNo: string;
  transactionId: string;
  iccid: string;
  ac: string;
  eid: string;
  smdpStatus: string;
  esimStatus: string;
  totalVolume: number;
  totalDuration: number;
  orderUsage: number;
  activateTime: string | null;
  expiredTime: string;
};

export const PACKAGE = "TR_5_30";
export const PAGER = { pageNum: 1, pageSize: 500 };

/** A folder of its own, gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "simulator-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Simulators that run in this process until the test is over or `stop` is called. */
export async function simulate({
  dataDir = temporaryFolder(),
  notify,
}: {
  dataDir?: string;
  notify?: Record<string, string>;
} = {}) {
  const running = await startSimulators({ dataDir, notify });
  let isOpen = true;
  const stop = async () => {
    if (isOpen) await running.close();
    isOpen = false;
  };
  onTestFinished(stop);
  const control = <C extends SimulatorCommand>(command: C) => controlSimulator(dataDir, command);
  const api = buyer(running.addresses.esimaccess);
  return {
    dataDir,
    addresses: running.addresses,
    stop,
    control,
    ...api,
    set: (operation: string, mode: string, more: { times?: number; latencyMs?: number; quantity?: number } = {}) =>
      control({ kind: "set", supplier: "esimaccess", operation, mode, ...more }),
    records: async (): Promise<SupplierRecords> => (await control({ kind: "show" })).suppliers[0]!,
  };
}

/** A client of eSIM Access. */
export function buyer(url: string) {
  const send = (path: string, body: unknown, options: { signal?: AbortSignal } = {}) =>
    fetch(`${url}/api/v1/open/${path}`, {
      method: "POST",
      headers: { "RT-AccessCode": "any" },
      body: JSON.stringify(body),
      ...options,
    });
  const post = async (path: string, body: unknown): Promise<Said> => (await send(path, body)).json() as Promise<Said>;
  const order = (transactionId: string, count = 1, more: object = {}) =>
    post("esim/order", { transactionId, packageInfoList: [{ packageCode: PACKAGE, count }], ...more });
  const query = async (by: object): Promise<WireEsim[]> => {
    const said = await post("esim/query", { ...by, pager: PAGER });
    if (!said.success) throw new Error(String(said.errorCode));
    return said.obj!.esimList as WireEsim[];
  };
  const bought = async (transactionId: string, count = 1): Promise<WireEsim[]> => {
    const { obj } = await order(transactionId, count);
    return await eventually(() => query({ orderNo: obj!.orderNo }));
  };
  return { send, post, order, query, bought };
}

/** The result of `attempt`, once it no longer throws. */
export async function eventually<T>(attempt: () => Promise<T> | T, withinMs = PATIENCE_MS): Promise<T> {
  for (const giveUpAt = Date.now() + withinMs; ; ) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
      await sleep(20);
    }
  }
}

export type Received = {
  notifyType: string;
  notifyId: string;
  eventGenerateTime: string;
  content: Record<string, unknown>;
};

/** A receiver of webhooks; `status` decides what it answers to each. */
export async function receiver(status: (notice: Received) => number = () => 200) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const notice = JSON.parse(text) as Received;
    received.push(notice);
    response.writeHead(status(notice)).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret`, received };
}

export function windowAround(ms = 60_000) {
  const at = (offset: number) => `${new Date(Date.now() + offset).toISOString().slice(0, 19)}Z`;
  return { startTime: at(-ms), endTime: at(ms) };
}
