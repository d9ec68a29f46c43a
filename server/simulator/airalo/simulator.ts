import { randomBytes, randomInt } from "node:crypto";
import { join } from "node:path";
import { type Journal, openJournal } from "../journal.ts";
import { openDeliveries } from "../later.ts";
import { type ModeSetting, type NoticeMode, noticeMode, type Operation, requireNetwork, takeMode } from "../modes.ts";
import type { SupplierSimulator } from "../supplier-simulator.ts";
import { openWebhookSender } from "../webhook-sender.ts";
import { signature } from "./account.ts";
import { allocateSims } from "./allocate-sims.ts";
import { findPackage, findTopup } from "./catalogue.ts";
import { fold } from "./fold.ts";
import { liveOn } from "./live-on.ts";
import { respond } from "./respond.ts";
import { priceOf, type Shop } from "./shop.ts";
import { showRecords, showStatus } from "./show-records.ts";
import { type Entry, emptyState, type Order, type State, TOPICS } from "./state.ts";
import { totalMb, usd, usedMb } from "./wire.ts";

const CODE = "airalo";
const NOT_OFFERED = new Set<Operation>(["cancel", "suspend", "resume"]);

/**
 * Life events are not calls: of what is set for `usage`, they follow the webhook modes only, and count one when they have
 * something to tell.
 */
function noticeModeOnce({ state, append }: Journal<State, Entry>): () => NoticeMode | null {
  let taken: ModeSetting | undefined;
  return () => {
    taken ??= takeMode(state().modes, append, "usage", (mode) => noticeMode(mode) !== null);
    return noticeMode(taken);
  };
}

/** Airalo's Partner API, as far as its documents tell. */
export function openAiralo(folder: string): SupplierSimulator {
  const journal = openJournal<State, Entry>(join(folder, `${CODE}.jsonl`), emptyState(), fold);
  if (!journal.state().seed)
    journal.append({
      type: "opened",
      seed: String(randomInt(100_000, 1_000_000)),
      tokenKey: randomBytes(32).toString("hex"),
    });
  const sender = openWebhookSender(
    () => null,
    (text) => ({ "airalo-signature": signature(text) }),
  );
  const deliveries = openDeliveries<Order>(
    ({ code }) => code,
    ({ status, readyAt }) => (status === "in_progress" ? readyAt : null),
    (order) => allocateSims(shop, order),
  );
  const shop: Shop = { journal, notify: sender.send, deliverLater: deliveries.deliverLater };
  return {
    code: CODE,
    respond: (request, response) => respond(shop, request, response),
    setMode(operation, { mode, timesLeft, latencyMs, quantity }) {
      if (NOT_OFFERED.has(operation)) throw new Error(`The supplier ${CODE} has no operation "${operation}".`);
      journal.append({ type: "mode_set", operation, mode, times: timesLeft, latencyMs, quantity });
    },
    resetModes: () => journal.append({ type: "modes_reset" }),
    movePrice(supplierPackageId, toUsd) {
      const item = findPackage(supplierPackageId) ?? findTopup(supplierPackageId);
      if (!item) return null;
      const fromUsd = usd(priceOf(journal.state(), item));
      journal.append({ type: "price_moved", packageId: item.id, price: Math.round(toUsd * 10_000) });
      return { supplier: CODE, supplierPackageId, fromUsd, toUsd: usd(priceOf(journal.state(), item)) };
    },
    liveOn(iccid, event, mb) {
      const sim = journal.state().sims.get(iccid);
      if (!sim) return null;
      requireNetwork(journal.state().modes, iccid, event);
      liveOn(event, { shop, sim, mode: noticeModeOnce(journal), usedMb: mb });
      return { supplier: CODE, iccid, event, status: showStatus(sim), usedMb: usedMb(sim), totalMb: totalMb(sim) };
    },
    showRecords: () => showRecords(CODE, journal.state()),
    notifyAt(url) {
      for (const topic of TOPICS)
        if (journal.state().subscriptions.get(topic) !== url) journal.append({ type: "subscribed", topic, url });
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
