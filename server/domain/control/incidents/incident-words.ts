import type { Component, Severity } from "./component.ts";

type Draft = { title: string; text: string; severity: Severity; components: string[] };

/** What an incident that is opened from an alert says at first: nothing but what the public may know. */
export function draftOf(cause: string, suppliers: (Component & { supplier: string })[]): Draft {
  const [area, of] = cause.split(":");
  const network = suppliers.find(({ supplier }) => supplier === of);
  if (network && (area === "supplier" || area === "catalogue" || area === "wallet"))
    return {
      title: `eSIMs of ${network.name} are delayed`,
      text: `${network.name} does not answer as it should. eSIMs of this network are delivered late at the moment; eSIMs of other networks are not affected. No order is lost, and what cannot be delivered is paid back.`,
      severity: "major",
      components: [network.code],
    };
  if (area === "webhooks")
    return {
      title: "Webhooks are delivered late",
      text: "Webhooks reach their endpoints later than usual. None is lost: all of them are delivered in time.",
      severity: "minor",
      components: ["webhooks"],
    };
  if (area === "purchases")
    return {
      title: "Purchases in shops take longer",
      text: "Some purchases in shops have been paid for and are not delivered yet. None is lost.",
      severity: "major",
      components: ["shops"],
    };
  if (area === "fx")
    return {
      title: `Sales in ${of ?? "a currency"} are interrupted`,
      text: `Orders in ${of ?? "one currency"} are refused at the moment. Other currencies are not affected.`,
      severity: "major",
      components: ["api", "shops"],
    };
  return {
    title: "Orders take longer than usual",
    text: "Orders, webhooks and mails take longer than usual. None is lost.",
    severity: "major",
    components: ["api", "shops", "webhooks"],
  };
}
