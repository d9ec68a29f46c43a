import Link from "next/link";
import { Card } from "#components/ui/card.tsx";

/** What happens to events that are not taken: stated where it matters. */
export function DeliveryPolicy() {
  return (
    <Card title="What happens when an address fails">
      <ul className="grid max-w-prose list-disc gap-1.5 pl-4 text-[13px] text-ink-soft">
        <li>Anything but a 2xx answer within 15 seconds counts as a failure. We retry 12 times over 72 hours.</li>
        <li>
          After 10 failures in a row the endpoint is paused and probed with one event at a time, at least every minute.
          The first success ends the pause and sends what was waiting.
        </li>
        <li>
          After 5 days of failures, or an answer of 410, it is disabled. We notify you after an hour, a day and four
          days.
        </li>
        <li>
          Nothing is lost: enable it again and replay what failed.{" "}
          <Link href="/docs/webhooks" className="text-accent underline">
            How to verify and repeat
          </Link>
        </li>
      </ul>
    </Card>
  );
}
