import { Circle, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import type { Outputs } from "#server/trpc/types.ts";

export type GoLive = NonNullable<Outputs["overview"]["get"]["goLive"]>;
type Steps = GoLive["steps"];
type Step = { name: string; done: boolean; optional?: true; href?: string; how?: string };

/** Where each is done, for the reseller's own people. */
function stepsOf({ email, terms, secondFactor, testOrder, testKey, webhook, drill }: Steps): Step[] {
  return [
    { name: "E-mail address confirmed", done: email },
    ...(terms ? [{ name: `Terms agreed to, version ${terms.version}`, done: true }] : []),
    {
      name: "Second factor for every owner",
      done: secondFactor,
      href: "/test/you",
      how: "Add a passkey or an authenticator app",
    },
    { name: "Test order delivered", done: testOrder, href: "/test/orders/new", how: "Place a test order" },
    { name: "Test key used", done: testKey, optional: true, href: "/test/api-keys/new", how: "Make a test key" },
    { name: "Webhook received", done: webhook, optional: true, href: "/test/webhooks", how: "Add an endpoint" },
    {
      name: "Go-live drill passed, grade A or B",
      done: drill,
      optional: true,
      href: "/test/drill",
      how: "Run the drill",
    },
  ];
}

type StepsProps = { steps: Steps; link?(href: string, how: string): ReactNode };

/** The same list for the reseller and for staff; only the reseller's has links to what is open. */
export function GoLiveSteps({ steps, link }: StepsProps) {
  return (
    <ol className="grid gap-3">
      {stepsOf(steps).map(({ name, done, optional, href, how }) => {
        const Icon = done ? CircleCheck : Circle;
        return (
          <li key={name} className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-2.5 text-[13px]">
            <Icon className={done ? "mt-0.5 size-4 text-good" : "mt-0.5 size-4 text-ink-soft"} aria-hidden />
            <p className={done ? "text-ink-soft" : "font-medium"}>
              {name}
              {optional && <span className="font-normal text-ink-soft"> (optional, for API integrations)</span>}
              <span className="sr-only">{done ? ", done" : ", open"}</span>
              {!done && link && href && how && <span className="block font-normal">{link(href, how)}</span>}
            </p>
          </li>
        );
      })}
    </ol>
  );
}
