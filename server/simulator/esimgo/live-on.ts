import { randomUUID } from "node:crypto";
import { after, DAY } from "#server/kernel/time.ts";
import type { NoticeMode } from "../modes.ts";
import type { LifeEvent } from "../supplier-simulator.ts";
import { MEGABYTE } from "./catalogue.ts";
import { attachmentNotice, firstUseNotice, THRESHOLDS, usageNotice } from "./notices.ts";
import { type Shop, soldAs } from "./shop.ts";
import type { Assignment, Esim, Happening, Life, UseChange } from "./state.ts";

type Living = { shop: Shop; esim: Esim; mode: NoticeMode | null; usedMb: number | undefined };

const EVENTS: Record<LifeEvent, (life: Living) => void> = {
  install,
  activate,
  usage: (life) => use(life, life.usedMb === undefined ? tenth(life.esim) : Math.round(life.usedMb * MEGABYTE)),
  exhaust: (life) => use(life, leftOf(life.esim)),
  expire,
  delete: remove,
  cancel: takeBack,
};

/**
 * What happens to an eSIM in its traveller's phone, with the callbacks that follow: of attaching to a network and of
 * using data. Of the rest the supplier sends no word. Throws a sentence where it cannot happen.
 */
export function liveOn(event: LifeEvent, life: Living): void {
  EVENTS[event](life);
}

const isUsable = ({ state }: Assignment) => state === "active" || state === "queued";
const leftOf = ({ assignments }: Esim) =>
  assignments.filter(isUsable).reduce((sum, { remaining }) => sum + remaining, 0);
const tenth = ({ assignments }: Esim) =>
  Math.ceil(assignments.filter(isUsable).reduce((sum, { bytes }) => sum + bytes, 0) / 10);

function install({ shop, esim }: Living): void {
  requireAlive(esim);
  if (esim.profileStatus !== "Released") throw impossible(esim, "is already installed");
  change(shop, esim, { set: { profileStatus: "Installed", firstInstalledAt: new Date().toISOString() } });
}

/** The first connection to a network; what is not installed yet is installed first. */
function activate(life: Living): void {
  const { shop, esim, mode } = life;
  requireConnected(esim);
  if (esim.assignments.some(({ state }) => state === "active")) throw impossible(esim, "is already in use");
  const next = esim.assignments.find(({ state }) => state === "queued");
  if (!next) throw impossible(esim, "has no bundle left: top it up first");
  if (esim.profileStatus === "Released") install(life);
  const isFirst = !esim.history.some(({ name }) => name === "eSIM First Use");
  change(shop, esim, {
    uses: [{ id: next.id, ...begun(next) }],
    happened: isFirst ? ["eSIM First Attachment", "eSIM First Use"] : [],
    bundleName: next.bundle,
  });
  if (!isFirst) return;
  shop.notify(attachmentNotice(esim.iccid), mode);
  shop.notify(firstUseNotice(next), mode);
}

function begun({ bundle }: Assignment): Omit<UseChange, "id"> {
  const now = new Date();
  return {
    state: "active",
    startAt: now.toISOString(),
    endAt: after(now, soldAs(bundle).duration * DAY).toISOString(),
  };
}

/** The next bundle begins where one ends. */
function use(life: Living, bytes: number): void {
  const { esim } = life;
  requireConnected(esim);
  if (!esim.assignments.some(isUsable)) throw impossible(esim, "has no data left: top it up first");
  let rest = bytes;
  do {
    const current = esim.assignments.find(({ state }) => state === "active");
    if (current) rest -= draw(life, current, rest);
    else if (esim.assignments.some(({ state }) => state === "queued")) activate(life);
    else return;
  } while (rest > 0);
}

/** Returns how much was taken. */
function draw({ shop, esim, mode }: Living, assignment: Assignment, wanted: number): number {
  const drawn = Math.min(wanted, assignment.remaining);
  const remaining = assignment.remaining - drawn;
  const percent = ((assignment.bytes - remaining) / assignment.bytes) * 100;
  const reached = THRESHOLDS.filter((threshold) => threshold > assignment.announced && threshold <= percent);
  const announced = reached.at(-1) ?? assignment.announced;
  const state = remaining === 0 ? "depleted" : "active";
  change(shop, esim, {
    uses: [{ id: assignment.id, remaining, state, announced }],
    happened: reached.length > 0 ? ["eSIM Utilisation Alert"] : [],
    bundleName: assignment.bundle,
  });
  // Word comes of the last share that was reached: the one before it would say the same.
  if (reached.length > 0) shop.notify(usageNotice(assignment), mode);
  return drawn;
}

function expire({ shop, esim }: Living): void {
  requireAlive(esim);
  const now = new Date().toISOString();
  const running = esim.assignments.filter(({ state }) => state !== "revoked" && state !== "expired");
  change(shop, esim, {
    uses: running.map(({ id, state }) =>
      state === "queued" ? { id, state: "lapsed" } : { id, state: "expired", endAt: now },
    ),
    happened: running.map(({ state }) => (state === "queued" ? "Bundle Lapsed" : "Bundle Expired")),
    bundleName: running[0]?.bundle ?? null,
  });
}

/** Off the phone; that ends nothing else. */
function remove({ shop, esim }: Living): void {
  if (esim.profileStatus === "Released") throw impossible(esim, "is not installed, so it cannot be deleted");
  if (esim.profileStatus === "Deleted") throw impossible(esim, "is already deleted");
  change(shop, esim, { set: { profileStatus: "Deleted" } });
}

/** By the supplier itself: each bundle that was not begun goes back for its price, and an unused eSIM with the last. */
function takeBack({ shop, esim }: Living): void {
  requireAlive(esim);
  for (const { id, state, paid } of esim.assignments) {
    if (state === "revoked") continue;
    const refund = state === "queued" ? paid : 0;
    const refundReference = refund > 0 ? randomUUID() : null;
    shop.journal.append({ type: "revoked", iccid: esim.iccid, id, refund, refundReference });
  }
}

type Change = { set?: Partial<Life>; uses?: UseChange[]; happened?: string[]; bundleName?: Happening["bundleName"] };

function change(shop: Shop, { iccid }: Esim, { set, uses, happened = [], bundleName = null }: Change): void {
  const told = happened.map((name) => ({ name, bundleName }));
  shop.journal.append({ type: "esim_changed", iccid, set, uses, happened: told });
}

function requireAlive(esim: Esim): void {
  if (!esim.inAccount) throw impossible(esim, "was given back to the supplier: nothing more happens to it");
  const isOver = esim.assignments.every(
    ({ state }) => state === "expired" || state === "lapsed" || state === "revoked",
  );
  if (isOver)
    throw impossible(esim, `is ${esim.assignments.at(-1)?.state} at the supplier: nothing more happens to it`);
}

function requireConnected(esim: Esim): void {
  requireAlive(esim);
  if (esim.state === "suspended") throw impossible(esim, "is suspended");
  if (esim.profileStatus === "Deleted") throw impossible(esim, "was deleted from the phone");
}

const impossible = ({ iccid }: Esim, words: string) => new Error(`The eSIM ${iccid} ${words}.`);
