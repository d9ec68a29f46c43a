import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseYaml } from "yaml";
import { evaluate, keyOf, secondsOf } from "./promql.ts";
import type { Sample, Scrape } from "./scrape.ts";

const ROOT = join(import.meta.dirname, "../../..");
export const RULES = join(ROOT, "deploy/prometheus/alerts.yml");
const DASHBOARD = join(ROOT, "deploy/grafana/service.json");

export type Rule = {
  record?: string;
  alert?: string;
  expr: string;
  for?: string;
  labels?: { severity: string };
  annotations?: { summary: string; runbook: string };
};

export const readRules = (): Rule[] =>
  (parseYaml(readFileSync(RULES, "utf8")) as { groups: { rules: Rule[] }[] }).groups.flatMap(({ rules }) => rules);

type Panel = { title: string; targets?: { expr: string; legendFormat?: string }[] };

export const readPanels = (): Panel[] => (JSON.parse(readFileSync(DASHBOARD, "utf8")) as { panels: Panel[] }).panels;

/** Alerts that fire after these scrapes, with what each is about: its condition has held for as long as it says, at each of them. */
export function firing(scrapes: Scrape[], rules = readRules()): Record<string, Sample[]> {
  const [found, asThree] = [scrapes, scrapes.map(ofPrometheus3)].map((read) => fireAll(read, rules));
  if (Object.keys(found!).join() !== Object.keys(asThree!).join())
    throw new Error(`Prometheus 2 fires ${Object.keys(found!)}, Prometheus 3 ${Object.keys(asThree!)}.`);
  return found!;
}

function fireAll(scrapes: Scrape[], rules: Rule[]): Record<string, Sample[]> {
  const last = scrapes.at(-1)!;
  const looks = scrapes.map((scrape, i) => ({ at: scrape.at, holds: holding(scrapes.slice(0, i + 1), rules) }));
  const fired = rules.flatMap(({ alert, for: atLeast = "0s" }): [string, Sample[]][] => {
    if (!alert) return [];
    const since = (key: string) => {
      const ended = looks.findLastIndex(({ holds }) => !holds[alert]?.some(({ labels }) => keyOf(labels) === key));
      return looks[ended + 1]?.at ?? Number.POSITIVE_INFINITY;
    };
    const found = looks.at(-1)!.holds[alert] ?? [];
    const lasting = found.filter(({ labels }) => last.at - since(keyOf(labels)) >= secondsOf(atLeast));
    return lasting.length > 0 ? [[alert, lasting]] : [];
  });
  return Object.fromEntries(fired);
}

/** Prometheus 3 writes whole bounds of histograms as 5.0, whatever the text says; Prometheus 2 leaves them. */
const ofPrometheus3 = ({ at, samples }: Scrape): Scrape => ({
  at,
  samples: samples.map(({ labels, value }) => ({
    labels: /^\d+$/.test(labels.le ?? "") ? { ...labels, le: `${labels.le}.0` } : labels,
    value,
  })),
});

/** Alerts whose condition holds at the last of these scrapes, with what it holds for. */
function holding(scrapes: Scrape[], rules: Rule[]): Record<string, Sample[]> {
  const last = scrapes.at(-1)!;
  const recorded = rules
    .filter(({ record }) => record)
    .flatMap(({ record, expr }) =>
      (evaluate(expr, scrapes) as Sample[]).map(({ labels, value }) => ({
        labels: { ...labels, __name__: record! },
        value,
      })),
    );
  const known = [...scrapes.slice(0, -1), { ...last, samples: [...last.samples, ...recorded] }];
  const alerts = rules.filter(({ alert }) => alert).map(({ alert, expr }) => [alert!, evaluate(expr, known)] as const);
  return Object.fromEntries(alerts.filter(([, found]) => (found as Sample[]).length > 0)) as Record<string, Sample[]>;
}
