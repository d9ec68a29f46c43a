import { randomInt } from "node:crypto";
import { join } from "node:path";
import { openJournal } from "../journal.ts";
import { openDeliveries } from "../later.ts";
import { noticeMode, requireNetwork, takeMode } from "../modes.ts";
import type { SupplierSimulator } from "../supplier-simulator.ts";
import { openWebhookSender } from "../webhook-sender.ts";
import { findBundle } from "./catalogue.ts";
import { deliver } from "./deliver-orders.ts";
import { fold } from "./fold.ts";
import { liveOn } from "./live-on.ts";
import { openSigner } from "./notices.ts";
import { respond } from "./respond.ts";
import { inUsd, priceOf, type Shop } from "./shop.ts";
import { showRecords, statusOf, usageOf } from "./show-records.ts";
import { type Entry, emptyState, type Order, type State } from "./state.ts";

const CODE = "esimgo";

/** eSIM Go, version 2.5, as far as its documents tell: with refunds, in US dollars. */
export function openEsimGo(folder: string): SupplierSimulator {
  const journal = openJournal<State, Entry>(join(folder, `${CODE}.jsonl`), emptyState(), fold);
  if (!journal.state().seed) journal.append({ type: "opened", seed: String(randomInt(100_000, 1_000_000)) });
  const sender = openWebhookSender(() => journal.state().callbackUrl, openSigner());
  // The buyer is not told: there is no callback for it.
  const deliveries = openDeliveries<Order>(
    ({ reference }) => reference,
    ({ isDelivered, readyAt }) => (isDelivered ? null : readyAt),
    (order) => deliver(shop, order),
  );
  const shop: Shop = { journal, notify: sender.send, deliverLater: deliveries.deliverLater };
  return {
    code: CODE,
    respond: (request, response) => respond(shop, request, response),
    setMode: (operation, { mode, timesLeft, latencyMs, quantity }) =>
      journal.append({ type: "mode_set", operation, mode, times: timesLeft, latencyMs, quantity }),
    resetModes: () => journal.append({ type: "modes_reset" }),
    movePrice(supplierPackageId, usd) {
      const bundle = findBundle(supplierPackageId);
      if (!bundle) return null;
      const fromUsd = inUsd(priceOf(journal.state(), bundle));
      journal.append({ type: "price_moved", bundle: bundle.name, price: Math.round(usd * 10_000) });
      return { supplier: CODE, supplierPackageId, fromUsd, toUsd: inUsd(priceOf(journal.state(), bundle)) };
    },
    liveOn(iccid, event, usedMb) {
      const esim = journal.state().esims.get(iccid);
      if (!esim) return null;
      requireNetwork(journal.state().modes, iccid, event);
      const setting = takeMode(journal.state().modes, journal.append, "usage", (mode) => noticeMode(mode) !== null);
      liveOn(event, { shop, esim, mode: noticeMode(setting), usedMb });
      return { supplier: CODE, iccid, event, status: statusOf(esim), ...usageOf(esim) };
    },
    showRecords: () => showRecords(CODE, journal.state()),
    notifyAt(url) {
      if (journal.state().callbackUrl !== url) journal.append({ type: "callback_saved", url });
    },
    start() {
      for (const order of journal.state().processing) deliveries.deliverLater(order);
    },
    settled: sender.settled,
    close() {
      deliveries.close();
      sender.close();
      journal.close();
    },
  };
}
