import { setTimeout as sleep } from "node:timers/promises";
import type { Service } from "./service.ts";

/** A reseller's program that orders from a running service, and goes on while that is restarted. */
export function programOf(service: Service) {
  const status = async (key: string, reference: string) =>
    (await service.call(key, "GET", `/orders/${reference}`)).json.data?.status as string | undefined;
  /** Repeated under its key while the service has no time for it, as clients do. */
  const order = async (key: string, quantity = 1) => {
    const headers = { "Idempotency-Key": `${Date.now()}-${Math.random()}` };
    const place = () => service.call(key, "POST", "/orders", { package_id: "esimaccess-TR_1_7", quantity }, headers);
    let answer = await place();
    while (answer.status === 503) {
      await sleep(100);
      answer = await place();
    }
    return answer.json.data as { reference: string; status: string };
  };
  const answers = async () => (await fetch(`${service.url}/api/v1/health`).catch(() => null))?.status === 200;
  return { status, order, answers };
}
