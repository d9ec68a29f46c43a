import { Time } from "#components/ui/time.tsx";
import { Amount } from "../amount.tsx";
import type { May, Of, Told } from "./attention-item.ts";

// What of the money needs somebody.

export function saleMoney({ state, number, amount, currency, at }: Of<"sale_money">): Told {
  const sum = <Amount amount={amount} currency={currency} />;
  if (state === "came_back")
    return {
      tone: "bad",
      state: "Refund came back",
      title: (
        <>
          {sum} of sale {number}
        </>
      ),
      detail: "The traveller's bank did not take it. Send it again, or pay the traveller another way and note it.",
      path: `/sales/${number}`,
      action: "Decide",
    };
  if (state === "not_sent")
    return {
      tone: "bad",
      state: "Refund not sent",
      title: (
        <>
          {sum} of sale {number}
        </>
      ),
      detail:
        "The payment provider does not make it: your account there may lack the money. It is tried again by itself.",
      path: `/sales/${number}`,
      action: "See why",
    };
  return {
    tone: "bad",
    state: "Disputed",
    title: (
      <>
        {sum} of sale {number}
      </>
    ),
    detail: at ? (
      <>
        Answer it at the payment provider, <Time at={at} /> at the latest. The sale has the evidence in words.
      </>
    ) : (
      "Answer it at the payment provider. The sale has the evidence in words."
    ),
    path: `/sales/${number}`,
    action: "See the dispute",
  };
}

export function creditDue({ overdue, amount, currency, dueOn }: Of<"credit_due">, may: May): Told {
  return {
    tone: overdue ? "bad" : "wait",
    state: overdue ? "Overdue" : "Due soon",
    title: (
      <>
        <Amount amount={amount} currency={currency} /> of your credit line
      </>
    ),
    detail: `The oldest part ${overdue ? "was" : "is"} due on ${dueOn}. Money that comes in pays the oldest charges first.`,
    path: "/balance",
    action: may("balance:manage") ? "Add funds" : "See balance",
  };
}

export function lowBalance({ spendable, currency, perDay, daysLeft }: Of<"low_balance">, may: May): Told {
  return {
    tone: "bad",
    state: "Low balance",
    title: (
      <>
        <Amount amount={spendable} currency={currency} /> left to spend
      </>
    ),
    detail:
      daysLeft === null ? (
        "It is below your alert. Orders are refused once it is used up."
      ) : (
        <>
          {daysLeft === 0 ? "Less than a day" : `About ${daysLeft} ${daysLeft === 1 ? "day" : "days"}`} at the current
          rate of <Amount amount={perDay} currency={currency} /> a day. Orders are refused once it is used up.
        </>
      ),
    path: "/balance",
    action: may("balance:manage") ? "Add funds" : "See balance",
  };
}
