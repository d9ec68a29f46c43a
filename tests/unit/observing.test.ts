import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { RUNBOOKS } from "#server/domain/control/health/concern.ts";
import { areaOf } from "#server/process/measure-pages.ts";
import { evaluate, metricsOf } from "#tests/support/prometheus/promql.ts";
import { firing, readPanels, readRules } from "#tests/support/prometheus/rules.ts";
import { readScrape } from "#tests/support/prometheus/scrape.ts";

const ROOT = join(import.meta.dirname, "../..");

describe("alert rules", () => {
  const rules = readRules();
  const alerts = rules.filter(({ alert }) => alert);

  test.each(rules.map(({ alert, record, expr }) => [alert ?? record!, expr]))("%s is a query", (_name, expr) => {
    expect(metricsOf(expr).length).toBeGreaterThan(0);
  });

  test.each(alerts.map((rule) => [rule.alert!, rule]))(
    "%s says how urgent it is, what it means and what to do",
    (_name, rule) => {
      expect(["page", "ticket"]).toContain(rule.labels?.severity);
      expect(rule.annotations?.summary).toMatch(/^[A-Z{].*[.?]$/);
      const { runbook } = rule.annotations!;
      expect(existsSync(join(ROOT, runbook)), runbook).toBe(true);
      // Operators read it in their area too.
      expect(RUNBOOKS.map((name) => `docs/runbooks/${name}.md`)).toContain(runbook);
    },
  );

  test("fire when they have held for as long as they say, and not before", () => {
    const at = (minutes: number, follows: number) =>
      readScrape(`svc_cell_follows{cell="east"} ${follows}\nsvc_database_up{cell="home"} 1\n`, minutes * 60);
    const fires = (...scrapes: ReturnType<typeof at>[]) => "CellNotFollowing" in firing(scrapes);
    expect(fires(at(0, 1), at(1, 0), at(5, 0))).toBe(false);
    expect(fires(at(0, 1), at(1, 0), at(6, 0))).toBe(true);
    expect(fires(at(0, 0), at(3, 1), at(6, 0))).toBe(false);
  });

  test("tell of a job of the night that fails once", () => {
    const at = (minutes: number, failed: number) =>
      readScrape(
        `svc_job_duration_seconds_count{cell="home",job="audit-nightly",outcome="failed"} ${failed}\n`,
        minutes * 60,
      );
    expect(firing([at(0, 0), at(1, 1), at(4, 1)])).not.toHaveProperty("JobsFail");
    expect(firing([at(0, 0), at(1, 1), at(6, 1)]).JobsFail).toMatchObject([{ labels: { job: "audit-nightly" } }]);
    // The next night is another one.
    expect(firing([at(0, 0), at(1, 1), at(6, 1), at(30, 1), at(36, 1)])).not.toHaveProperty("JobsFail");
  });

  test("whose histogram is read by a bound that only one Prometheus writes are refused", () => {
    const text = (count: number) =>
      `svc_webhook_first_attempt_seconds_bucket{le="5"} 0\nsvc_webhook_first_attempt_seconds_count ${count}\n`;
    const scrapes = [readScrape(text(0), 0), readScrape(text(9), 60)];
    expect(firing(scrapes)).toHaveProperty("WebhooksLate");
    const former = readRules().map((rule) => ({ ...rule, expr: rule.expr.replaceAll('le=~"5([.]0)?"', 'le="5"') }));
    expect(() => firing(scrapes, former)).toThrow(/Prometheus 2 fires .*, Prometheus 3/);
  });

  test("have names of their own, and what one records is what others read", () => {
    const names = rules.map(({ alert, record }) => alert ?? record!);
    expect(new Set(names).size).toBe(names.length);
    const read = alerts.flatMap(({ expr }) => metricsOf(expr)).filter((name) => name.includes(":"));
    expect(new Set(read)).toEqual(new Set(rules.flatMap(({ record }) => record ?? [])));
  });
});

test("cells are never added up: rules and panels keep them apart, and lines say whose they are", () => {
  const targets = readPanels().flatMap(({ targets = [] }) => targets);
  for (const { expr } of [...readRules(), ...targets])
    for (const [aggregation] of expr.matchAll(/\b(sum|count|min|max|avg)\b[^(]*\([^)]*\)/g))
      expect(aggregation, expr).toMatch(/^\w+ by \(cell[,)]/);
  for (const { legendFormat } of targets) expect(legendFormat).toMatch(/^\{\{cell\}\} /);
});

test("each panel of the dashboard asks something", () => {
  const panels = readPanels();
  expect(panels.length).toBeGreaterThan(10);
  for (const { title, targets = [] } of panels) {
    expect(targets.length, title).toBeGreaterThan(0);
    for (const { expr } of targets) expect(metricsOf(expr).length, title).toBeGreaterThan(0);
  }
});

test("every runbook that there is a page for is a file, in the same form", () => {
  for (const name of RUNBOOKS)
    expect(readFileSync(join(ROOT, `docs/runbooks/${name}.md`), "utf8")).toMatch(/^# .+\n\n\S/);
});

test("paths are counted by area, not by what is in them", () => {
  expect(
    ["/live/orders", "/test", "/operator/alerts", "/my/abcdefghijklmnopqrstu", "/_next/static/a.js"].map(areaOf),
  ).toEqual(["portal page", "portal page", "operator page", "shop or sign-in page", "file"]);
});

describe("queries are evaluated as Prometheus does", () => {
  const scrapes = [
    readScrape('a_total{x="1"} 10\na_total{x="2"} 5\nb 2\nc 9\n', 0),
    readScrape('a_total{x="1"} 40\na_total{x="2"} 5\na_total{x="3"} 7\nb 3\n', 30),
  ];
  test.each<[string, object]>([
    ['rate(a_total{x="1"}[1m])', [{ labels: { x: "1" }, value: 1 }]],
    // One scrape is no rate.
    ["sum(rate(a_total[1m]))", [{ labels: {}, value: 1 }]],
    ['a_total{x!~"1|2"} / 7', [{ labels: { x: "3" }, value: 1 }]],
    [
      "sum by (x) (a_total) > 6 and a_total",
      [
        { labels: { x: "1" }, value: 40 },
        { labels: { x: "3" }, value: 7 },
      ],
    ],
    ["1 - (sum(none) or vector(0)) / sum(b)", [{ labels: {}, value: 1 }]],
    ["absent(none)", [{ labels: {}, value: 1 }]],
    ["absent(b)", []],
    ["b / 0 < 1", []],
    ['increase(a_total{x="1"}[1m])', [{ labels: { x: "1" }, value: 30 }]],
    // One that went away is still in the window.
    ["last_over_time(c[1m])", [{ labels: {}, value: 9 }]],
    ["c", []],
    ['count by (x) (a_total) unless a_total{x!="2"} > 1', [{ labels: { x: "2" }, value: 1 }]],
    ["b or on () absent(none)", [{ labels: { __name__: "b" }, value: 3 }]],
    ["none or on () absent(none)", [{ labels: {}, value: 1 }]],
  ])("%s", (text, expected) => expect(evaluate(text, scrapes)).toMatchObject(expected));

  test("a quantile lies within its bucket", () => {
    const text = 'h_bucket{le="1"} 50\nh_bucket{le="2"} 100\nh_bucket{le="+Inf"} 100\n';
    expect(evaluate("histogram_quantile(0.75, h_bucket)", [readScrape(text, 0)])).toMatchObject([{ value: 1.5 }]);
  });

  test.each(["sum(rate(a[5m])", "topk(1, b)", "b % 2", "b + on () b"])("what is not known is an error: %s", (text) => {
    expect(() => evaluate(text, scrapes)).toThrow(/no query|Not known here/);
  });
});
