import { SIMULATOR_CREDENTIALS } from "../credentials.ts";
import { inUsd, type Shop } from "./shop.ts";

/** Of the one account there is. It signs its callbacks with it, too. */
export const API_KEY = SIMULATOR_CREDENTIALS.esimgo.api_key;

export function getOrganisation(shop: Shop) {
  const { balance, callbackUrl } = shop.journal.state();
  return {
    organisations: [
      {
        name: "Simulated Travel Ltd",
        APIKey: API_KEY,
        currency: "USD",
        balance: inUsd(balance),
        testCredit: 0,
        callbackUrl: callbackUrl ?? "",
        groups: ["Standard Fixed", "Standard Unlimited Plus"],
        users: [
          {
            firstName: "Sim",
            lastName: "Buyer",
            role: "Owner",
            emailAddress: "buyer@simulated.example",
            timeZone: "UTC",
          },
        ],
      },
    ],
  };
}
