import { createHmac, timingSafeEqual } from "node:crypto";
import { DAY, SECOND } from "#server/kernel/time.ts";
import { SIMULATOR_CREDENTIALS } from "../credentials.ts";
import { readOptionalText, readText, readUrl } from "./read-field.ts";
import { Refusal, refuseField, UNAUTHENTICATED } from "./refusal.ts";
import type { Asked, Said, Shop } from "./shop.ts";
import { TOPICS, type Topic } from "./state.ts";
import { usd } from "./wire.ts";

const CREDENTIALS = SIMULATOR_CREDENTIALS.airalo;
const HEAD_WITHIN_MS = 5 * SECOND;

/** Webhooks are signed with the buyer's own secret. */
export const signature = (text: string): string =>
  createHmac("sha512", CREDENTIALS.client_secret).update(text).digest("hex");

/** A token carries its own proof: nothing is to be kept, and it is good after a new start too. */
export function giveToken({ journal }: Shop, { body }: Asked): Said {
  const clientId = readText(body, "client_id", 200);
  const secret = readText(body, "client_secret", 200);
  if (readText(body, "grant_type", 50) !== "client_credentials")
    refuseField("grant_type", "The grant type is invalid.");
  if (clientId !== CREDENTIALS.client_id || secret !== CREDENTIALS.client_secret)
    throw new Refusal("wrong credentials", UNAUTHENTICATED);
  const claims = `${Date.now() + DAY}`;
  return {
    data: {
      token_type: "Bearer",
      expires_in: DAY / SECOND,
      access_token: `${claims}.${seal(journal.state().tokenKey, claims)}`,
    },
  };
}

const seal = (key: string, claims: string) => createHmac("sha256", key).update(claims).digest("hex");

export function hasToken({ journal }: Shop, authorization: string | undefined): boolean {
  const [, claims = "", proof = ""] = /^Bearer (\d+)\.([0-9a-f]{64})$/.exec(authorization ?? "") ?? [];
  if (!proof || Number(claims) < Date.now()) return false;
  return timingSafeEqual(Buffer.from(proof), Buffer.from(seal(journal.state().tokenKey, claims)));
}

export const queryBalance = ({ journal }: Shop): Said => ({
  data: {
    balances: {
      name: "balance",
      availableBalance: { amount: usd(journal.state().balance), currency: "USD" },
    },
  },
});

/** The address is kept only when it answers. */
export async function optIn({ journal }: Shop, { body }: Asked): Promise<Said> {
  const topic = readTopic(body);
  const url = readUrl(body, "webhook_url") ?? refuseField("webhook_url", "The webhook url field is required.");
  if (!(await answersHead(url))) refuseField("webhook_url", "The webhook url did not answer with 200.");
  journal.append({ type: "subscribed", topic, url });
  return { data: toWireSubscription(topic, url, readOptionalText(body, "language", 10)) };
}

export function optOut({ journal }: Shop, { body }: Asked): Said {
  journal.append({ type: "subscribed", topic: readTopic(body), url: null });
  return { status: 204, data: null };
}

export const listSubscriptions = ({ journal }: Shop): Said => ({
  data: [...journal.state().subscriptions].map(([topic, url]) => toWireSubscription(topic, url, null)),
});

const toWireSubscription = (type: Topic, contactPoint: string, language: string | null) => ({
  notification: { type, contact_point: contactPoint, language: language ?? "en" },
});

function readTopic(body: Asked["body"]): Topic {
  const text = readText(body, "type", 50);
  return TOPICS.find((topic) => topic === text) ?? refuseField("type", "The selected type is invalid.");
}

async function answersHead(url: string): Promise<boolean> {
  try {
    const { status } = await fetch(url, {
      method: "HEAD",
      redirect: "manual",
      signal: AbortSignal.timeout(HEAD_WITHIN_MS),
    });
    return status === 200;
  } catch {
    return false;
  }
}
