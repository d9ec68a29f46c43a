import type { ModeSetting } from "../modes.ts";
import { type Item, type Operator, SHELVES, type Shelf } from "./catalogue.ts";
import { includes, paged, readPager, readSim } from "./read-field.ts";
import { refuse } from "./refusal.ts";
import { type Asked, priceOf, type Said, type Shop, soldAs } from "./shop.ts";
import type { State } from "./state.ts";
import { sizeOf, usd } from "./wire.ts";

const USUAL_LIMIT = 25;

/** Places, their operators and packages, at the prices that hold now. */
export function listPackages({ journal }: Shop, asked: Asked, setting: ModeSetting): Said {
  const state = journal.state();
  const type = asked.query.get("filter[type]");
  const country = asked.query.get("filter[country]");
  const matching = SHELVES.filter(
    ({ countryCode, operators }) =>
      (!type || (type === "local") === (countryCode !== "")) &&
      (!country || operators.some(({ networks }) => networks.some(({ code }) => code === country))),
  );
  const listed =
    setting.mode === "partial" ? matching.slice(0, setting.quantity ?? Math.max(0, matching.length - 1)) : matching;
  const pager = readPager(asked, USUAL_LIMIT);
  const { page, meta } = paged(listed, pager);
  const shelves = page.map((shelf) => toWireShelf(state, shelf, includes(asked, "topup")));
  // From the second page on, the list is an object: one of the supplier's oddities.
  const offset = (pager.page - 1) * pager.limit;
  const data = offset === 0 ? shelves : Object.fromEntries(shelves.map((shelf, index) => [offset + index, shelf]));
  return { data, meta };
}

/** What can be put on an eSIM; nothing when its operator takes no top-ups. */
export function listTopups(shop: Shop, asked: Asked): Said {
  const sim = readSim(shop, asked);
  if (sim.recycledAt) return refuse(73);
  const state = shop.journal.state();
  const { operator } = soldAs(sim.plans[0]!.packageId);
  return { data: operator.topups.map((item) => toWireItem(state, item)) };
}

const image = (slug: string) => ({ width: 132, height: 99, url: `https://cdn.airalo-sim.example/${slug}.png` });

function toWireShelf(state: State, { slug, countryCode, title, operators }: Shelf, withTopups: boolean) {
  return {
    slug,
    country_code: countryCode,
    title,
    image: image(slug),
    operators: operators.map((operator) => toWireOperator(state, operator, withTopups)),
  };
}

function toWireOperator(state: State, operator: Operator, withTopups: boolean) {
  const items = withTopups ? [...operator.packages, ...operator.topups] : operator.packages;
  return {
    id: operator.id,
    style: "light",
    type: operator.place.kind === "local" ? "local" : "global",
    is_prepaid: false,
    title: operator.title,
    esim_type: "Prepaid",
    plan_type: operator.planType,
    activation_policy: operator.activationPolicy,
    is_kyc_verify: false,
    rechargeability: operator.isRechargeable,
    is_roaming: true,
    apn_type: "automatic",
    apn_value: null,
    apn: { ios: { apn_type: "automatic", apn_value: null }, android: { apn_type: "automatic", apn_value: null } },
    info: [operator.planType === "data" ? "Data only" : "Data, calls and messages"],
    other_info: null,
    image: image(operator.slug),
    coverages: operator.networks.map(({ code, name, operators }) => ({
      name,
      code,
      networks: operators.map((network) => ({ name: network.name, types: [network.networkType] })),
    })),
    countries: operator.networks.map(({ code, name }) => ({ country_code: code, title: name, image: image(code) })),
    install_window_days: operator.installWindowDays,
    topup_grace_window_days: operator.isRechargeable ? 30 : null,
    packages: items.map((item) => toWireItem(state, item)),
  };
}

export function toWireItem(state: State, item: Item) {
  const net = usd(priceOf(state, item));
  const retail = usd(item.retailPrice);
  return {
    id: item.id,
    type: item.type,
    price: retail,
    net_price: net,
    prices: { net_price: { USD: net }, recommended_retail_price: { USD: retail } },
    amount: item.mb,
    day: item.days,
    is_unlimited: item.isUnlimited,
    title: item.title,
    data: sizeOf(item),
    short_info: null,
    voice: item.voice,
    text: item.text,
    is_fair_usage_policy: item.isUnlimited,
    fair_usage_policy: item.isUnlimited ? "After 2 GB in a day the speed is lowered until its end." : null,
    qr_installation: "<p>Scan the QR code.</p>",
    manual_installation: "<p>Enter the SM-DP+ address and the activation code by hand.</p>",
  };
}
