import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Attributes,
  type Context,
  isSpanContextValid,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { processSingleton } from "./process-singleton.ts";

/**
 * Traces, where somebody collects them (decision 130). The spans are ours alone and made by hand; nothing is registered with
 * the API, so that no framework adds its own. Attributes name things by ids of ours and by kinds: no address of a person, no
 * code, no secret, no text that somebody wrote.
 */
type Tracing = { tracer: Tracer | null; active: AsyncLocalStorage<Span> };

export const tracing = () =>
  processSingleton<Tracing>("tracing", () => ({ tracer: null, active: new AsyncLocalStorage() }));

type About = {
  kind?: "server" | "client" | "producer" | "consumer";
  attributes?: Attributes;
  /** The span that this is part of, as it travelled; null begins a trace. Without it: the one that is under way here. */
  parent?: string | null;
  /** What belongs to it without being above it. */
  links?: (string | null | undefined)[];
};

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

/** Does the work as a span of that name; nothing but the work where no traces are collected. */
export function inSpan<T>(name: string, about: About, work: () => Promise<T>): Promise<T> {
  const { tracer } = tracing();
  return tracer ? asSpan(tracer, name, about, work) : work();
}

/** The same where it is part of something: what asks by itself all the time begins no traces. */
export function inChildSpan<T>(name: string, about: About, work: () => Promise<T>): Promise<T> {
  const { tracer, active } = tracing();
  return tracer && active.getStore()?.isRecording() ? asSpan(tracer, name, about, work) : work();
}

async function asSpan<T>(tracer: Tracer, name: string, about: About, work: () => Promise<T>): Promise<T> {
  const { active } = tracing();
  const { kind, attributes, parent, links = [] } = about;
  const span = tracer.startSpan(
    name,
    { kind: kind && KINDS[kind], attributes, links: links.flatMap(linkTo) },
    above(parent === undefined ? active.getStore()?.spanContext() : parseTraceparent(parent)),
  );
  try {
    return await active.run(span, work);
  } catch (error) {
    // What an error says may quote what somebody sent.
    const { name: kindOfError, code } = error as Error & { code?: unknown };
    span.setAttribute("error.type", typeof code === "string" ? code : kindOfError);
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/** Says more of the span that is under way. */
export function annotate(attributes: Attributes, { failed = false } = {}): void {
  const span = spanUnderWay();
  span?.setAttributes(attributes);
  if (failed) span?.setStatus({ code: SpanStatusCode.ERROR });
}

/** The span under way as it travels to another process; null where there is none. */
export function currentTraceparent(): string | null {
  const at = spanUnderWay()?.spanContext();
  return at ? `00-${at.traceId}-${at.spanId}-0${at.traceFlags & 1}` : null;
}

/** What is done for many at once is part of no one's trace. */
export const apart = <T>(work: () => T): T => {
  const { tracer, active } = tracing();
  return tracer ? active.exit(work) : work();
};

const spanUnderWay = (): Span | undefined => {
  const { tracer, active } = tracing();
  return tracer ? active.getStore() : undefined;
};

const above = (parent: SpanContext | null | undefined): Context =>
  parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;

function linkTo(traceparent: string | null | undefined): Link[] {
  const context = parseTraceparent(traceparent);
  return context ? [{ context }] : [];
}

const FORM = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Null for what is none. */
function parseTraceparent(text: string | null | undefined): SpanContext | null {
  const [, traceId, spanId, flags] = FORM.exec(text ?? "") ?? [];
  if (!traceId || !spanId || !flags) return null;
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(context) ? context : null;
}
