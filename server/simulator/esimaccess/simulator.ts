import { randomInt } from "node:crypto";
import { join } from "node:path";
import { openJournal } from "../journal.ts";
import { openDeliveries } from "../later.ts";
import { noticeMode, requireNetwork, takeMode } from "../modes.ts";
import type { SupplierSimulator } from "../supplier-simulator.ts";
import { openWebhookSender } from "../webhook-sender.ts";
import { allocateProfiles, nextAt } from "./allocate-profiles.ts";
import { findBasePackage, findTopupPackage } from "./catalogue.ts";
import { fold } from "./fold.ts";
import { liveOn } from "./live-on.ts";
import { respond } from "./respond.ts";
import { priceOf, type Shop } from "./shop.ts";
import { showRecords } from "./show-records.ts";
import { type Entry, emptyState, type Order, type State } from "./state.ts";

const CODE = "esimaccess";
const MB = 1024 * 1024;

/** eSIM Access, as far as its documents tell. */
export function openEsimAccess(folder: string, pace: number): SupplierSimulator {
  const journal = openJournal<State, Entry>(join(folder, `${CODE}.jsonl`), emptyState(), fold);
  if (!journal.state().seed) journal.append({ type: "opened", seed: String(randomInt(100_000, 1_000_000)) });
  const sender = openWebhookSender(() => journal.state().webhookUrl);
  const deliveries = openDeliveries<Order>(
    ({ orderNo }) => orderNo,
    nextAt,
    (order) => allocateProfiles(shop, order),
  );
  const shop: Shop = { journal, notify: sender.send, deliverLater: deliveries.deliverLater, pace };
  return {
    code: CODE,
    respond: (request, response) => respond(shop, request, response),
    setMode: (operation, { mode, timesLeft, latencyMs, quantity }) =>
      journal.append({ type: "mode_set", operation, mode, times: timesLeft, latencyMs, quantity }),
    resetModes: () => journal.append({ type: "modes_reset" }),
    movePrice(supplierPackageId, usd) {
      const item = findBasePackage(supplierPackageId) ?? findTopupPackage(supplierPackageId);
      if (!item) return null;
      const fromUsd = priceOf(journal.state(), item) / 10_000;
      journal.append({ type: "price_moved", packageCode: item.packageCode, price: Math.round(usd * 10_000) });
      return { supplier: CODE, supplierPackageId, fromUsd, toUsd: priceOf(journal.state(), item) / 10_000 };
    },
    liveOn(iccid, event, usedMb) {
      const esim = journal.state().byIccid.get(iccid);
      if (!esim) return null;
      requireNetwork(journal.state().modes, iccid, event);
      // Life events are not calls: of what is set for `usage`, they follow and count the webhook modes only.
      const setting = takeMode(journal.state().modes, journal.append, "usage", (mode) => noticeMode(mode) !== null);
      liveOn(event, { shop, esim, mode: noticeMode(setting), usedMb });
      return {
        supplier: CODE,
        iccid,
        event,
        status: `${esim.esimStatus} / ${esim.smdpStatus}`,
        usedMb: esim.orderUsage / MB,
        totalMb: esim.totalVolume / MB,
      };
    },
    showRecords: () => showRecords(CODE, journal.state()),
    notifyAt(url) {
      if (journal.state().webhookUrl !== url) journal.append({ type: "webhook_saved", url });
    },
    start() {
      for (const order of journal.state().allocating) deliveries.deliverLater(order);
    },
    settled: sender.settled,
    close() {
      deliveries.close();
      sender.close();
      journal.close();
    },
  };
}
