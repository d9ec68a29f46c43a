import { env } from "#server/kernel/env.ts";
import { log } from "#server/kernel/log.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { tracing } from "#server/kernel/trace.ts";

type Collected = { stop(): Promise<void> };
const NOTHING: Collected = { stop: async () => {} };

/**
 * Sends spans to where OTEL_EXPORTER_OTLP_ENDPOINT says, in the background; what nobody takes is dropped. The library is loaded
 * then only. It reads the other variables of OpenTelemetry by itself: how many traces are kept, headers, sizes of batches.
 *
 * @param name what this process is called among the service's
 */
export async function startTracing(name: string): Promise<void> {
  const { otlp } = env();
  if (!otlp || tracing().tracer) return;
  const [{ BasicTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import("@opentelemetry/sdk-trace-base"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
    ]);
  const resource = resourceFromAttributes({
    "service.name": otlp.serviceName,
    "service.instance.id": `${name}-${process.pid}`,
  });
  const spanProcessors = [new BatchSpanProcessor(new OTLPTraceExporter())];
  const provider = new BasicTracerProvider({ resource, spanProcessors });
  tracing().tracer = provider.getTracer("reseller-esim-service");
  collected().stop = async () => {
    tracing().tracer = null;
    await provider
      .shutdown()
      .catch((error: Error) => log().warn({ error: error.message }, "the last spans could not be sent"));
  };
}

const collected = () => processSingleton<Collected>("spans", () => ({ ...NOTHING }));

/** Sends what was not sent yet. */
export const stopTracing = (): Promise<void> => collected().stop();
