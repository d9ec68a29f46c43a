import Link from "next/link";
import { Card } from "#components/ui/card.tsx";

/** What happens to events that are not taken: stated where it matters. */
export function DeliveryPolicy() {
  return (
    <Card title="What happens when an address fails">
      <ul className="grid max-w-prose list-disc gap-1.5 pl-4 text-[13px] text-ink-soft">
        <li>Any answer but a 2xx within 15 seconds is a failure; the event is sent again, 12 times over 72 hours.</li>
        <li>
          After 10 failures in a row the endpoint is paused: one event at a time probes whether it is back, every minute
          at the latest. The first success ends the pause, and what waited is sent.
        </li>
        <li>
          After 5 days of nothing but failures, or an answer of 410, it is disabled. You are told after an hour, a day
          and four days.
        </li>
        <li>
          Nothing is lost: once it works again, enable it and replay what failed.{" "}
          <Link href="/docs/webhooks" className="text-accent underline">
            How to verify and repeat
          </Link>
        </li>
      </ul>
    </Card>
  );
}
