import { hasStoppedMails, type OwnedEsim } from "#server/domain/shop/checkout/index.ts";
import { type Offer, readOffer } from "#server/domain/shop/guarantee/index.ts";
import type { Store } from "./open-store.ts";

/** What a traveller finds on the page of an eSIM that should connect by now, and the switch of the mails about it. */
export type ArrivalView = {
  place: string;
  /** Installed and not in use: where to look is said. */
  silent: boolean;
  /** Its supplier does not say whether it is installed: its traveller does. */
  unseen: boolean;
  /** Another one can be asked for now, or from then on; null where its reseller does not replace it. */
  offer: { open: boolean; from: string } | null;
  /** What became of it when that was asked for. */
  outcome: "under_way" | "connected" | "refused" | null;
  mailsStopped: boolean;
};

export async function readArrival(
  { ctx, view: { language } }: Store,
  { esim, placeIn }: Pick<OwnedEsim, "esim" | "placeIn">,
): Promise<ArrivalView> {
  const { silent, unseen, from, replacement } = await readOffer(ctx, esim);
  return {
    place: placeIn(language),
    // Before that nobody is sent from the instructions to the questions.
    silent: unseen ? from !== null && from <= ctx.clock.now() : silent,
    unseen,
    offer: from && {
      open: from <= ctx.clock.now(),
      from: `${from.toLocaleString(language, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" })} UTC`,
    },
    outcome: replacement && outcomeOf(replacement),
    mailsStopped: await hasStoppedMails(ctx, esim.id),
  };
}

function outcomeOf({ status, reason }: NonNullable<Offer["replacement"]>): ArrivalView["outcome"] {
  if (status === "replaced") return null;
  return status !== "refused" ? "under_way" : reason === "connected" ? "connected" : "refused";
}
