import { Card } from "#components/ui/card.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { Time } from "#components/ui/time.tsx";
import { languageOf, type SaleRecord } from "./sale-status.tsx";

/** For whom it was bought: they alone were sent what installs it. */
export function SaleGift({ gift }: Pick<SaleRecord, "gift">) {
  if (!gift) return null;
  const { name, email, message, language, sendAt, sentAt } = gift;
  return (
    <Card title="Gift" lead="The recipient alone gets the link to install it. Refunds go to the buyer.">
      <Facts
        facts={[
          ["Recipient", name],
          ["E-mail", email],
          ["Language", languageOf(language)],
          ...(message ? ([["Message", message]] as [string, string][]) : []),
          sentAt
            ? ["Sent", <Time key="sent" at={sentAt} />]
            : ["To be sent", sendAt ? <Time key="due" at={sendAt} /> : "No: it was cancelled before"],
        ]}
      />
    </Card>
  );
}
