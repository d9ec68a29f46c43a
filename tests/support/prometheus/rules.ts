import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseYaml } from "yaml";
import { evaluate } from "./promql.ts";
import type { Sample, Scrape } from "./scrape.ts";

const ROOT = join(import.meta.dirname, "../../..");
export const RULES = join(ROOT, "deploy/prometheus/alerts.yml");
const DASHBOARD = join(ROOT, "deploy/grafana/service.json");

export type Rule = {
  record?: string;
  alert?: string;
  expr: string;
  labels?: { severity: string };
  annotations?: { summary: string; runbook: string };
};

export const readRules = (): Rule[] =>
  (parseYaml(readFileSync(RULES, "utf8")) as { groups: { rules: Rule[] }[] }).groups.flatMap(({ rules }) => rules);

type Panel = { title: string; targets?: { expr: string }[] };

export const readPanels = (): Panel[] => (JSON.parse(readFileSync(DASHBOARD, "utf8")) as { panels: Panel[] }).panels;

/** Alerts whose condition holds after these scrapes, with what it holds for; how long it has to hold is Prometheus' to see. */
export function holding(scrapes: Scrape[]): Record<string, Sample[]> {
  const rules = readRules();
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
