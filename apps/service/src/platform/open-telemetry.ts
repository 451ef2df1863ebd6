/**
 * Spans by OpenTelemetry, sent to a receiver of OTLP over HTTP. Loaded by traces.ts alone, and only where traces are asked for.
 *
 * The library's own ways to find the current span, its settings and its instrumentation stay unused: which span is current is kept here,
 * settings come from config/, and what is traced says so itself.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  type Link,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Described, Span, Tell, Tracer, TraceSettings } from "./spans.js";
import { readVersion } from "./version.js";

/** Spans that wait to be sent; more are dropped, so that a receiver that is away costs no memory. */
const QUEUE_MAX = 8_192;
const SEND_WITHIN_MS = 5_000;
const CLOSE_WITHIN_MS = 2_000;

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;

type Current = Span & { readonly context: Context };

export function openTracer({ endpoint, headers, serviceName, share }: TraceSettings, log: Tell): Tracer {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}${endpoint.endsWith("/") ? "" : "/"}v1/traces`,
    headers: { ...headers },
    timeoutMillis: SEND_WITHIN_MS,
  });
  const tell = openTeller(log);
  const ofShare = new TraceIdRatioBasedSampler(share);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": serviceName, "service.version": readVersion() }),
    // Whoever sends us a trace does not decide how many of ours are kept.
    sampler: new ParentBasedSampler({
      root: ofShare,
      remoteParentSampled: ofShare,
      remoteParentNotSampled: ofShare,
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: telling(exporter, tell),
        maxQueueSize: QUEUE_MAX,
        exportTimeoutMillis: SEND_WITHIN_MS,
      }),
    ],
  });
  const tracer = provider.getTracer("holdfast");
  const current = new AsyncLocalStorage<Current | undefined>();
  const contextOf = (parent: Described["parent"]): Context => {
    if (parent === undefined) return current.getStore()?.context ?? ROOT_CONTEXT;
    const remote = readTraceparent(parent);
    return remote === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remote);
  };
  const begin = ({ name, kind, attributes, parent }: Described, links: Link[] = []): Span => {
    const context = contextOf(parent);
    const options = {
      kind: kind === undefined ? SpanKind.INTERNAL : KINDS[kind],
      attributes: { ...attributes },
      links,
    };
    return spanOf(tracer.startSpan(name, options, context), context, current);
  };
  return {
    begin: (described) => begin(described),
    beginShared: ([first, ...others], name) =>
      within(current, first, () =>
        begin(
          { name, attributes: { "holdfast.batch.size": others.length + 1 } },
          others.flatMap(({ traceparent }) => {
            const context = readTraceparent(traceparent);
            return context === null ? [] : [{ context }];
          }),
        ),
      ),
    current: () => current.getStore() ?? null,
    outside: (work) => current.run(undefined, work),
    close: async () => {
      const { promise: late, resolve } = Promise.withResolvers<boolean>();
      const timer = setTimeout(() => resolve(true), CLOSE_WITHIN_MS);
      const sent = provider.shutdown().then(
        () => false,
        () => false,
      );
      if (await Promise.race([sent, late])) tell("no answer in time");
      clearTimeout(timer);
    },
  };
}

const within = <Result>(
  current: AsyncLocalStorage<Current | undefined>,
  span: Span | undefined,
  work: () => Result,
): Result => current.run(span as Current | undefined, work);

function spanOf(span: OtelSpan, parent: Context, current: AsyncLocalStorage<Current | undefined>): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  const own: Current = {
    context: trace.setSpan(parent, span),
    traceId,
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`,
    run: (work) => current.run(own, work),
    set: (attributes) => void span.setAttributes({ ...attributes }),
    end: (failure = null) => {
      if (failure !== null) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute("error.type", failure);
      span.end();
    },
  };
  return own;
}

/** W3C Trace Context, version 00. Null for anything else: then a trace begins here. */
function readTraceparent(text: string | null): SpanContext | null {
  const [, traceId = "", spanId = "", flags = ""] =
    /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(text ?? "") ?? [];
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

/** Says once that spans can't be sent, and once that they are again. `reason` is null where they were. */
function openTeller(log: Tell): (reason: string | null) => void {
  let isFailing = false;
  return (reason) => {
    if (reason !== null && !isFailing) log.warn({ reason }, "traces can't be sent, and are dropped");
    if (reason === null && isFailing) log.info("traces are sent again");
    isFailing = reason !== null;
  };
}

const telling = (exporter: SpanExporter, tell: (reason: string | null) => void): SpanExporter => ({
  export: (spans, done) =>
    exporter.export(spans, (result) => {
      tell(result.error?.message ?? null);
      done(result);
    }),
  shutdown: () => exporter.shutdown(),
  forceFlush: async () => exporter.forceFlush?.(),
});
