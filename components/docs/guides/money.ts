import type { Guide } from "./guide.ts";

export const money: Guide = {
  slug: "money",
  title: "Money and credit",
  lead: "Prices are yours, in your account's currency. You pay from a prepaid wallet and, where agreed, a credit line.",
  sections: [
    {
      title: "What can be spent",
      blocks: [
        "`available_to_spend` = wallet balance + credit limit, when credit is enabled and active; never less than zero. The wallet may go negative: the negative part is the credit in use. Blocked credit leaves the wallet's own money.",
        {
          head: ["Wallet", "Credit limit", "Used", "Can be spent"],
          rows: [
            ["250.00", "100.00", "0.00", "350.00"],
            ["-20.00", "100.00", "20.00", "80.00"],
            ["-20.00", "100.00, blocked", "20.00", "0.00"],
          ],
        },
      ],
    },
    {
      title: "When you are charged",
      blocks: [
        "A live order or top-up is charged when it is accepted, under a lock on the account: requests that race cannot spend the same money twice. When the money does not suffice, the answer is 402 `insufficient_balance`, nothing exists and nothing was charged; `details.shortfall` says what is missing.",
        "Prices can move between your price list and your order. Send the price you reckon with as `max_unit_price`, `max_total_amount` or (top-ups) `max_price`: when it is exceeded, the answer is 409 `price_changed` with the current price, and nothing is charged.",
      ],
    },
    {
      title: "When you are paid back",
      blocks: [
        {
          list: [
            "what could not be delivered of an order (`order.partially_delivered`), or all of it (`order.failed`);",
            "a top-up that the supplier refused (`topup.failed`);",
            "each eSIM of a cancelled order, once the supplier has accepted (`esim.cancelled`).",
          ],
        },
        "Each is paid once, by itself. While a supplier's outcome is unknown the action is `under_review`: it is looked for, and nothing is refunded on a guess.",
      ],
    },
    {
      title: "The ledger",
      blocks: [
        "Every movement is an entry of `GET /account/ledger`, newest first: `deposit`, `debit`, `refund`, `credit_adjustment`, `adjustment`. Debits are negative; `balance_before` and `balance_after` are the wallet's. Entries are chained by hashes and never change. Test orders move no money, so the test ledger is empty.",
      ],
    },
    {
      title: "Amounts and exchange rates",
      blocks: [
        "Amounts are JSON numbers with at most four decimals. Packages are bought in US dollars and sold in your currency at a verified rate. Without a current one nothing is sold: 503 `fx_unavailable`. Accounts in USD need none.",
      ],
    },
  ],
};
