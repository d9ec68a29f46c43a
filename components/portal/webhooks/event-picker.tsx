"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { useApi } from "../api.tsx";
import { EventSample } from "./event-sample.tsx";
import type { EventType } from "./event-type.ts";

const GROUPS: { prefix: string; title: string }[] = [
  { prefix: "order.", title: "Orders" },
  { prefix: "esim.", title: "eSIMs" },
  { prefix: "topup.", title: "Top-ups" },
  { prefix: "api_key.", title: "API keys" },
  { prefix: "integration.", title: "Tests" },
];

type EventPickerProps = {
  value: (EventType | "*")[];
  onChange(events: (EventType | "*")[]): void;
  error?: string;
};

/** Which events to send, each with what it means and a sample of its body. */
export function EventPicker({ value, onChange, error }: EventPickerProps) {
  const { data: events = [] } = useQuery(useApi().webhooks.events.queryOptions());
  const [shown, setShown] = useState<EventType | null>(null);
  const all = value.includes("*");
  const toggle = (type: EventType, on: boolean) => onChange(on ? [...value, type] : value.filter((e) => e !== type));
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium text-[13px]">Events</legend>
      <Checkbox checked={all} onChange={(on) => onChange(on ? ["*"] : [])}>
        Every event, also kinds that are added later
      </Checkbox>
      {GROUPS.map(({ prefix, title }) => {
        const kinds = events.filter(({ type }) => type.startsWith(prefix));
        return (
          <fieldset key={prefix} aria-label={title} className="min-w-0 rounded-lg border border-line p-3">
            <p className="font-medium text-ink-soft text-xs">{title}</p>
            <ul className="mt-1 grid">
              {kinds.map(({ type, meaning }) => (
                <li key={type} className="min-w-0">
                  <div className="flex items-start justify-between gap-2">
                    <Checkbox
                      checked={all || value.includes(type)}
                      onChange={(on) =>
                        all
                          ? onChange(events.map((event) => event.type).filter((name) => name !== type))
                          : toggle(type, on)
                      }
                    >
                      <code className="font-mono text-xs">{type}</code>
                      <span className="block text-ink-soft text-xs">{meaning}</span>
                    </Checkbox>
                    <Button
                      variant="quiet"
                      size="small"
                      aria-expanded={shown === type}
                      aria-label={`Sample of ${type}`}
                      onClick={() => setShown(shown === type ? null : type)}
                    >
                      Sample
                    </Button>
                  </div>
                  {shown === type && <EventSample type={type} />}
                </li>
              ))}
            </ul>
          </fieldset>
        );
      })}
      {error && (
        <p role="alert" className="text-bad text-xs">
          {error}
        </p>
      )}
    </fieldset>
  );
}
