"use client";
import { type LucideIcon, OctagonAlert, Shield, ShieldCheck, TriangleAlert } from "lucide-react";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import type { Outputs, Scope } from "#server/trpc/types.ts";

type Modules = Outputs["keys"]["options"]["modules"];
type Risk = Modules[number]["scopes"][number]["risk"];

const RISKS: { risk: Risk; tone: Tone; icon: LucideIcon; title: string; lead: string }[] = [
  { risk: "low", tone: "good", icon: ShieldCheck, title: "Low risk", lead: "Reads what is nearly public." },
  {
    risk: "medium",
    tone: "neutral",
    icon: Shield,
    title: "Medium risk",
    lead: "Reads your business and your travellers' eSIMs.",
  },
  {
    risk: "high",
    tone: "wait",
    icon: TriangleAlert,
    title: "High risk",
    lead: "Spends money or shows what installs an eSIM.",
  },
  {
    risk: "critical",
    tone: "bad",
    icon: OctagonAlert,
    title: "Critical",
    lead: "Takes something away, or sends your data elsewhere.",
  },
];

const STOREFRONT: Scope[] = [
  "health:test",
  "catalog:read",
  "account:balance",
  "orders:read",
  "orders:create",
  "esims:read",
  "esims:usage",
  "esims:installation",
  "topups:read",
  "topups:create",
];

type ScopePickerProps = { modules: Modules; value: Scope[]; onChange(scopes: Scope[]): void; error?: string };

/** Scopes by what they risk, with three usual sets to start from. What the role has not itself is shown, with why. */
export function ScopePicker({ modules, value, onChange, error }: ScopePickerProps) {
  const all = modules.flatMap(({ scopes }) => scopes);
  const givable = all.filter(({ beyond }) => beyond === null);
  const presets: { name: string; scopes: Scope[] }[] = [
    {
      name: "Read only",
      scopes: givable.filter(({ risk }) => risk === "low" || risk === "medium").map(({ code }) => code),
    },
    { name: "Storefront", scopes: givable.filter(({ code }) => STOREFRONT.includes(code)).map(({ code }) => code) },
    { name: "Everything", scopes: givable.map(({ code }) => code) },
  ];
  const toggle = (code: Scope, on: boolean) =>
    onChange(on ? [...value, code] : value.filter((chosen) => chosen !== code));
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-medium text-[13px]">
        Scopes <span className="font-normal text-ink-soft">({value.length} chosen)</span>
      </legend>
      {givable.length < all.length && (
        <p className="text-[13px] text-ink-soft">
          A key cannot do more than the role of whoever makes it. For what is greyed out, ask an owner or admin of the
          team.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {presets.map(({ name, scopes }) => {
          const chosen = scopes.length === value.length && scopes.every((scope) => value.includes(scope));
          return (
            <Button
              key={name}
              aria-pressed={chosen}
              onClick={() => onChange(scopes)}
              className="aria-pressed:border-accent aria-pressed:text-accent"
            >
              {name}
            </Button>
          );
        })}
        <Button variant="quiet" onClick={() => onChange([])}>
          None
        </Button>
      </div>
      {RISKS.map(({ risk, tone, icon, title, lead }) => (
        <fieldset key={risk} aria-label={title} className="rounded-lg border border-line p-3">
          <p className="flex flex-wrap items-center gap-2 text-ink-soft text-xs">
            <Badge tone={tone} icon={icon}>
              {title}
            </Badge>{" "}
            {lead}
          </p>
          <div className="mt-2 grid gap-x-6 sm:grid-cols-2">
            {all
              .filter((scope) => scope.risk === risk)
              .map(({ code, name, beyond }) => (
                <Checkbox
                  key={code}
                  checked={value.includes(code)}
                  disabled={beyond !== null}
                  onChange={(on) => toggle(code, on)}
                >
                  {name} <code className="block font-mono text-ink-soft text-xs">{code}</code>
                  {beyond && <span className="block text-ink-soft text-xs">Your role does not include: {beyond}</span>}
                </Checkbox>
              ))}
          </div>
        </fieldset>
      ))}
      {error && (
        <p role="alert" className="text-bad text-xs">
          {error}
        </p>
      )}
    </fieldset>
  );
}
