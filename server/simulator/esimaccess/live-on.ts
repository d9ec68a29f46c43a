import { after, DAY } from "#server/kernel/time.ts";
import type { NoticeMode } from "../modes.ts";
import { eidOf } from "../sim-numbers.ts";
import type { LifeEvent } from "../supplier-simulator.ts";
import { isOver } from "./change-esim.ts";
import { smdpNotice, statusNotice, usageNotice, validityNotice } from "./notices.ts";
import { type Shop, soldAs } from "./shop.ts";
import type { Esim, Life, SmdpStatus } from "./state.ts";

const MB = 1024 * 1024;
const INSTALL_STEPS: SmdpStatus[] = ["DOWNLOAD", "INSTALLATION", "ENABLED"];

type Living = { shop: Shop; esim: Esim; mode: NoticeMode | null; usedMb: number | undefined };

const EVENTS: Record<LifeEvent, (life: Living) => void> = {
  install,
  activate,
  usage: (life) =>
    use(life, life.usedMb === undefined ? Math.ceil(life.esim.totalVolume / 10) : Math.round(life.usedMb * MB)),
  exhaust: (life) => use(life, life.esim.totalVolume),
  expire,
  delete: remove,
  cancel: takeBack,
};

/** What happens to an eSIM in its traveller's phone, with the webhooks that follow. Throws a sentence where it cannot. */
export function liveOn(event: LifeEvent, life: Living): void {
  EVENTS[event](life);
}

function install({ shop, esim, mode }: Living): void {
  requireAlive(esim);
  if (esim.smdpStatus !== "RELEASED") throw impossible(esim, "is already installed");
  const now = new Date();
  const clock = soldAs(esim).activeType === 1 ? running(esim, now) : {};
  const first = esim.smdpEvents + 1;
  change(shop, esim, "install", {
    smdpStatus: "ENABLED",
    eid: eidOf(`89049032${esim.iccid.slice(-18)}0001`),
    smdpEvents: esim.smdpEvents + INSTALL_STEPS.length,
    ...clock,
  });
  for (const [index, step] of INSTALL_STEPS.entries())
    shop.notify(smdpNotice(shop.journal.state(), esim, step, first + index), mode);
}

/** The first connection to a network; what is not installed yet is installed first. */
function activate(life: Living): void {
  const { shop, esim, mode } = life;
  requireAlive(esim);
  requireConnected(esim);
  if (esim.esimStatus !== "GOT_RESOURCE") throw impossible(esim, "is already in use");
  if (esim.smdpStatus === "RELEASED") install(life);
  change(shop, esim, "activate", { esimStatus: "IN_USE", ...(!esim.activatedAt && running(esim, new Date())) });
  shop.notify(statusNotice(shop.journal.state(), esim), mode);
}

function use(life: Living, bytes: number): void {
  const { shop, esim, mode } = life;
  requireAlive(esim);
  requireConnected(esim);
  if (esim.esimStatus === "USED_UP") throw impossible(esim, "is used up: top it up first");
  if (esim.esimStatus === "GOT_RESOURCE") activate(life);
  const orderUsage = Math.min(esim.totalVolume, esim.orderUsage + bytes);
  const isEmpty = orderUsage === esim.totalVolume;
  change(shop, esim, "usage", {
    orderUsage,
    usageAt: new Date().toISOString(),
    ...(isEmpty && { esimStatus: "USED_UP" }),
  });
  shop.notify(usageNotice(shop.journal.state(), esim), mode);
  if (isEmpty) shop.notify(statusNotice(shop.journal.state(), esim), mode);
}

function expire({ shop, esim, mode }: Living): void {
  requireAlive(esim);
  const isUnused = (esim.statusBefore ?? esim.esimStatus) === "GOT_RESOURCE";
  if (!isUnused) shop.notify(validityNotice(shop.journal.state(), esim), mode);
  const now = new Date().toISOString();
  change(shop, esim, "expire", {
    esimStatus: isUnused ? "UNUSED_EXPIRED" : "USED_EXPIRED",
    statusBefore: null,
    ...(esim.expiresAt > now && { expiresAt: now }),
  });
  shop.notify(statusNotice(shop.journal.state(), esim), mode);
}

/** Off the phone; that ends nothing else. */
function remove({ shop, esim, mode }: Living): void {
  if (esim.smdpStatus === "RELEASED") throw impossible(esim, "is not installed, so it cannot be deleted");
  if (esim.smdpStatus === "DELETED") throw impossible(esim, "is already deleted");
  change(shop, esim, "delete", { smdpStatus: "DELETED", smdpEvents: esim.smdpEvents + 1 });
  shop.notify(smdpNotice(shop.journal.state(), esim, "DELETED", esim.smdpEvents), mode);
}

/** By the supplier itself; its price goes back, and that of the top-ups on it. */
function takeBack({ shop, esim, mode }: Living): void {
  requireAlive(esim);
  const refund = esim.topups.reduce((sum, { paid }) => sum + paid, esim.price);
  shop.journal.append({
    type: "esim_changed",
    esimTranNo: esim.esimTranNo,
    cause: "cancel",
    set: { esimStatus: "CANCEL" },
    refund,
  });
  shop.notify(statusNotice(shop.journal.state(), esim), mode);
}

const running = ({ totalDays }: Esim, now: Date): Partial<Life> => ({
  activatedAt: now.toISOString(),
  expiresAt: after(now, totalDays * DAY).toISOString(),
});

function change(shop: Shop, { esimTranNo }: Esim, cause: LifeEvent, set: Partial<Life>): void {
  shop.journal.append({ type: "esim_changed", esimTranNo, cause, set });
}

function requireAlive(esim: Esim): void {
  if (isOver(esim)) throw impossible(esim, `is ${esim.esimStatus} at the supplier: nothing more happens to it`);
}

function requireConnected(esim: Esim): void {
  if (esim.esimStatus === "SUSPENDED") throw impossible(esim, "is suspended");
  if (esim.smdpStatus === "DELETED") throw impossible(esim, "was deleted from the phone");
}

const impossible = ({ iccid }: Esim, words: string) => new Error(`The eSIM ${iccid} ${words}.`);
