/**
 * Traces: where a request, and what follows from it, spends its time. Owns whether there are any in this process, and the one look at
 * that which each place takes that would begin a span. Nothing else of OpenTelemetry is loaded before somebody asks for traces.
 *
 * What a span says is for anybody who reads it: names of routes, statements and states, and ids. Never what people wrote or are called.
 */
import type { Described, Span, Tell, Tracer, TraceSettings } from "./spans.js";

export type { Described, Span, TraceSettings } from "./spans.js";

let tracer: Tracer | null = null;

/** From now on this process has traces. */
export async function startTraces(settings: TraceSettings, log: Tell): Promise<void> {
  const { openTracer } = await import("./open-telemetry.js");
  tracer = openTracer(settings, log);
}

/** Sends what is left, for a few seconds at most. */
export async function stopTraces(): Promise<void> {
  const stopped = tracer;
  tracer = null;
  await stopped?.close();
}

export const isTraced = (): boolean => tracer !== null;

/** Null where there are no traces. */
export const beginSpan = (describe: () => Described): Span | null => tracer?.begin(describe()) ?? null;

/** A part of what is traced already; null where nothing is. */
export const beginPart = <Of>(describe: (of: Of) => Described, of: Of): Span | null =>
  tracer === null || tracer.current() === null ? null : tracer.begin(describe(of));

/** Work in a span of its own. A rejection ends it as failed, and goes on. */
export const traced = <Result>(
  describe: () => Described,
  work: (span: Span | null) => Promise<Result>,
): Promise<Result> => (tracer === null ? work(null) : inSpan(tracer.begin(describe()), work));

async function inSpan<Result>(span: Span, work: (span: Span) => Promise<Result>): Promise<Result> {
  try {
    const result = await span.run(() => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(failureOf(error));
    throw error;
  }
}

/** What an error may be called where anybody reads: its code or class, for its message may quote what was refused. */
export function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

/** The span that is current; null where there are no traces. */
export const currentSpan = (): Span | null => tracer?.current() ?? null;

/** Work on behalf of who asked for it, in whichever turn it is done. */
export const within = <Result>(asker: Span | null, work: () => Result): Result =>
  tracer === null ? work() : asker === null ? tracer.outside(work) : asker.run(work);

/** Work on behalf of several who asked for it. */
export const withinAll = <Result>(askers: readonly Asker[], work: () => Promise<Result>): Promise<Result> =>
  tracer === null ? work() : share(tracer, askers, work);

type Asker = { readonly span: Span | null };

async function share<Result>(
  { beginShared }: Tracer,
  askers: readonly Asker[],
  work: () => Promise<Result>,
): Promise<Result> {
  const spans = [...new Set(askers.flatMap(({ span }) => span ?? []))];
  if (spans.length < 2) return within(spans[0] ?? null, work);
  const shared = beginShared(spans, "batch");
  try {
    return await shared.run(work);
  } finally {
    shared.end();
  }
}

/** For lines of the log. */
export function traceFields(): { readonly trace_id?: string } {
  const span = currentSpan();
  return span === null ? {} : { trace_id: span.traceId };
}
