/** What a span is, to those who begin one (traces.ts) and to what sends it (open-telemetry.ts). */

type Attributes = Readonly<Record<string, string | number>>;

export type Described = {
  readonly name: string;
  /** `internal` when left out. */
  readonly kind?: "server" | "client";
  readonly attributes?: Attributes;
  /** What it goes on with: a header of W3C Trace Context, or null to begin a trace. Left out, the span that is current. */
  readonly parent?: string | null;
};

export type Span = {
  /** It is the current one in all that the work does, however late. */
  run<Result>(work: () => Result): Result;
  set(attributes: Attributes): void;
  /** @param failure why it failed, as a code; null where it didn't. */
  end(failure?: string | null): void;
  /** As a header of W3C Trace Context. */
  readonly traceparent: string;
  readonly traceId: string;
};

export type Tracer = {
  begin(described: Described): Span;
  /** One span for the work of several; others than the first find it by a link. */
  beginShared(spans: readonly Span[], name: string): Span;
  current(): Span | null;
  /** Without any span being the current one. */
  outside<Result>(work: () => Result): Result;
  close(): Promise<void>;
};

export type TraceSettings = {
  /** Where they go: the base of an OTLP/HTTP receiver. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** From 0 to 1. */
  readonly share: number;
};

/** As much of a log as it takes to say that spans can't be sent. */
export type Tell = {
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
  info(message: string): void;
};
