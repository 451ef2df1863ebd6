/** Structured logs: JSON lines on stdout, or readable lines on a terminal. */
import { type Logger, pino, stdSerializers } from "pino";
import { traceFields } from "./traces.js";

export type Log = Pick<Logger, "debug" | "info" | "warn" | "error" | "fatal"> & { flush(): void };

/** @param isTraced lines bear the trace that they belong to. */
export function openLog(level: string, isTraced = false): Log {
  const base = {
    level,
    base: null,
    timestamp: openTime(),
    serializers: { err: withoutRows },
    ...(isTraced ? { mixin: traceFields } : {}),
  } as const;
  if (process.stdout.isTTY) {
    return pino({
      ...base,
      transport: { target: "pino-pretty", options: { ignore: "pid,hostname", translateTime: "HH:MM:ss" } },
    });
  }
  // Lines are gathered for up to a second: writing each by itself would cost more than the request it tells of.
  const destination = pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 1000 });
  const log = pino(base, destination);
  return Object.assign(log, { flush: () => destination.flushSync() });
}

/** Where a database says which row or key it was that it refused: an address or a phone may stand there. */
const OF_ROWS: ReadonlySet<string> = new Set(["detail", "where", "internalQuery"]);

/** An error as it is logged: what went wrong, by which rule and where in the program, without what was to be written. */
export function withoutRows(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  return Object.fromEntries(Object.entries(stdSerializers.err(error)).filter(([name]) => !OF_ROWS.has(name)));
}

/** The moment as pino writes it, made once a millisecond: many lines come in one. */
function openTime(): () => string {
  let at = 0;
  let text = "";
  return () => {
    const now = Date.now();
    if (now !== at) {
      at = now;
      text = `,"time":"${new Date(now).toISOString()}"`;
    }
    return text;
  };
}
