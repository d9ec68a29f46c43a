import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";
import { overrideEnv } from "#server/kernel/env.ts";
import { startTracing, stopTracing } from "#server/process/tracing.ts";
import { until } from "./until.ts";

type Value = { stringValue?: string; intValue?: number | string; boolValue?: boolean };
type Raw = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Value }[];
  links?: { traceId: string }[];
  status: { code?: number };
};
export type CollectedSpan = Pick<Raw, "traceId" | "spanId" | "name"> & {
  parent: string | null;
  /** Who it is of: the process. */
  by: string;
  attributes: Record<string, string | number | boolean | undefined>;
  linked: string[];
  failed: boolean;
};
type Batch = { resourceSpans: { resource: { attributes: Raw["attributes"] }; scopeSpans: { spans: Raw[] }[] }[] };

const UNSENT = "(a span that was not sent)";

function wayUp(span: CollectedSpan, spans: CollectedSpan[]): string[] {
  const above = spans.find(({ spanId, traceId }) => spanId === span.parent && traceId === span.traceId);
  return [span.name, ...(above ? wayUp(above, spans) : span.parent ? [UNSENT] : [])];
}

/** A collector on this machine, as OpenTelemetry's: takes spans by OTLP over HTTP, and keeps them. */
export async function openCollector() {
  const spans: CollectedSpan[] = [];
  /** Everything that was sent, as it was sent. */
  const sent: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    sent.push(body);
    for (const { resource, scopeSpans } of (JSON.parse(body) as Batch).resourceSpans)
      for (const raw of scopeSpans.flatMap((scope) => scope.spans))
        spans.push(toSpan(raw, String(valuesOf(resource.attributes)["service.instance.id"])));
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    /** For a process of its own. */
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_BSP_SCHEDULE_DELAY: "100" },
    spans,
    sent,
    /** Names from the span up to the beginning of its trace. What a span is part of ends after it, and is sent then. */
    async wayUp(span: CollectedSpan): Promise<string[]> {
      await until(() => !wayUp(span, spans).includes(UNSENT)).catch(() => {});
      return wayUp(span, spans);
    },
    async find(name: string, traceId?: string): Promise<CollectedSpan> {
      const is = (span: CollectedSpan) => span.name === name && (!traceId || span.traceId === traceId);
      await until(() => spans.some(is));
      return spans.find(is)!;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The same for the spans of this process, until the file's tests are over. */
export async function collectSpans() {
  const collector = await openCollector();
  const before = { ...process.env };
  Object.assign(process.env, collector.environment);
  overrideEnv({ otlp: { serviceName: "tested" } });
  await startTracing("test");
  afterAll(async () => {
    await stopTracing();
    overrideEnv({ otlp: null });
    for (const name of Object.keys(collector.environment)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
    collector.close();
  });
  return collector;
}

function toSpan({ traceId, spanId, parentSpanId, name, attributes, links, status }: Raw, by: string): CollectedSpan {
  return {
    traceId,
    spanId,
    name,
    by,
    parent: parentSpanId || null,
    attributes: valuesOf(attributes),
    linked: (links ?? []).map((link) => link.traceId),
    failed: status.code === 2,
  };
}

const valuesOf = (attributes: Raw["attributes"]) =>
  Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, boolValue } }) => [
      key,
      stringValue ?? (intValue === undefined ? boolValue : Number(intValue)),
    ]),
  );
