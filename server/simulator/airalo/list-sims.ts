import { toWireItem } from "./list-packages.ts";
import { paged, readPager, readSim } from "./read-field.ts";
import { refuse } from "./refusal.ts";
import { type Asked, type Said, type Shop, soldAs } from "./shop.ts";
import type { Plan, Sim, State } from "./state.ts";
import { isoWithOffset, statusOf, totalMb, toWireOrder, toWireSim, toWireStatus, usedMb, wireTime } from "./wire.ts";

const USUAL_LIMIT = 25;

export function listSims({ journal }: Shop, asked: Asked): Said {
  const state = journal.state();
  const iccid = asked.query.get("filter[iccid]") ?? "";
  const matching = [...state.sims.values()].filter((sim) => sim.iccid.includes(iccid)).reverse();
  const { page, meta } = paged(matching, readPager(asked, USUAL_LIMIT));
  return { data: page.map((sim) => toDetails(state, sim)), meta };
}

export function getSim(shop: Shop, asked: Asked): Said {
  return { data: toDetails(shop.journal.state(), readSim(shop, asked)) };
}

function toDetails({ orders }: State, sim: Sim) {
  const order = orders.get(sim.orderId)!;
  return {
    ...toWireSim(sim),
    recycled: sim.recycledAt !== null,
    recycled_at: sim.recycledAt && wireTime(sim.recycledAt),
    voucher_code: null,
    brand_settings_name: null,
    simable: { ...toWireOrder(order), status: toWireStatus(order) },
  };
}

/** In MB; for unlimited plans there is nothing to count. */
export function getUsage(shop: Shop, asked: Asked): Said {
  const sim = readSim(shop, asked);
  const isUnlimited = sim.plans.some(({ packageId }) => soldAs(packageId).isUnlimited);
  const ends = sim.plans.flatMap(({ expiresAt }) => expiresAt ?? []).sort();
  return {
    data: {
      remaining: isUnlimited ? 0 : totalMb(sim) - usedMb(sim),
      total: totalMb(sim),
      expired_at: ends.length > 0 ? wireTime(ends.at(-1)!) : null,
      is_unlimited: isUnlimited,
      status: statusOf(sim),
      remaining_voice: 0,
      remaining_text: 0,
      total_voice: 0,
      total_text: 0,
    },
  };
}

/** The package it was sold with, and each top-up. */
export function listSimPackages(shop: Shop, asked: Asked): Said {
  const sim = readSim(shop, asked);
  if (sim.recycledAt) return refuse(73);
  const state = shop.journal.state();
  return { data: sim.plans.map((plan) => toWirePlan(state, plan)) };
}

function toWirePlan(state: State, plan: Plan) {
  const time = (iso: string | null) => iso && isoWithOffset(iso);
  return {
    id: plan.id,
    status: plan.status,
    remaining: plan.mb - plan.usedMb,
    activated_at: time(plan.activatedAt),
    expired_at: time(plan.expiresAt),
    finished_at: time(plan.finishedAt),
    package: toWireItem(state, soldAs(plan.packageId)),
  };
}
