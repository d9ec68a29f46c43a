import { postNotice } from "../webhook-sender.ts";
import { healthNotice } from "./notices.ts";
import { readText } from "./read-field.ts";
import { refuse } from "./refusal.ts";
import type { Body, Shop } from "./shop.ts";
import { wireTime } from "./wire.ts";

export function queryBalance(shop: Shop) {
  return { balance: shop.journal.state().balance, lastUpdateTime: wireTime(new Date().toISOString()) };
}

/** There is one address for all notices. It is kept only when it answers a test notice. */
export async function saveWebhook(shop: Shop, body: Body) {
  const url = readText(body, "webhook", 1_000);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return refuse("000106", "webhook");
  if (!(await postNotice(url, JSON.stringify(healthNotice().body))))
    return refuse("200008", "the webhook did not answer the test notice");
  shop.journal.append({ type: "webhook_saved", url });
  return {};
}

export const queryWebhook = (shop: Shop) => ({ webhook: shop.journal.state().webhookUrl ?? "" });
