import { Circle, CircleCheck } from "lucide-react";
import { ButtonLink } from "#components/ui/button.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import type { Outputs } from "#server/trpc/types.ts";

type Done = Outputs["overview"]["get"]["checklist"];
type Step = {
  key: keyof Done;
  title: string;
  how: (apiUrl: string) => { sample?: string; href?: string; link?: string };
};

const STEPS: Step[] = [
  {
    key: "testKey",
    title: "Make a test key",
    how: () => ({ href: "/test/api-keys/new", link: "Make a test key" }),
  },
  {
    key: "firstRequest",
    title: "Send the first request",
    how: (apiUrl) => ({ sample: `curl -sS -X POST ${apiUrl}/auth/test \\\n  -H "Authorization: Bearer $SVC_KEY"` }),
  },
  {
    key: "testOrder",
    title: "Place a test order",
    how: (apiUrl) => ({
      href: "/test/orders/new",
      link: "Place it here",
      sample: `curl -sS -X POST ${apiUrl}/orders -H "Authorization: Bearer $SVC_KEY" \\
  -H "Content-Type: application/json" -H "Idempotency-Key: first-order" \\
  -d '{"package_id": "esimaccess-TR_5_30", "quantity": 1}'`,
    }),
  },
  {
    key: "webhook",
    title: "Receive events at your own address",
    how: (apiUrl) => ({
      sample: `curl -sS -X POST ${apiUrl}/webhooks -H "Authorization: Bearer $SVC_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"url": "https://shop.example.com/hooks/esim", "events": ["*"]}'`,
    }),
  },
  { key: "funded", title: "Fund the wallet", how: () => ({ href: "/live/balance", link: "See the balance" }) },
  {
    key: "liveKey",
    title: "Go live with a live key",
    how: () => ({ href: "/live/api-keys/new", link: "Make a live key" }),
  },
];

/** The way to the first live order. Only the next step is opened: the rest is one line each. */
export function Checklist({ done, apiUrl }: { done: Done; apiUrl: string }) {
  const next = STEPS.find(({ key }) => !done[key]);
  return (
    <ol className="grid gap-3">
      {STEPS.map(({ key, title, how }) => {
        const { sample, href, link } = how(apiUrl);
        const Icon = done[key] ? CircleCheck : Circle;
        return (
          <li key={key} className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-2.5 text-[13px]">
            <Icon className={done[key] ? "mt-0.5 size-4 text-good" : "mt-0.5 size-4 text-ink-soft"} aria-hidden />
            <p className={done[key] ? "text-ink-soft" : "font-medium"}>
              {title}
              <span className="sr-only">{done[key] ? ", done" : ", open"}</span>
            </p>
            {next?.key === key && (
              <div className="col-start-2 mt-2 grid justify-items-start gap-2">
                {sample && (
                  <div className="w-full min-w-0">
                    <CodeBlock label="Command">{sample}</CodeBlock>
                  </div>
                )}
                {href && <ButtonLink href={href}>{link}</ButtonLink>}
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}
