/** Structured logs: JSON lines on stdout, or readable lines on a terminal. */
import { type Logger, pino } from "pino";

export type Log = Pick<Logger, "debug" | "info" | "warn" | "error" | "fatal"> & { flush(): void };

export function openLog(level: string): Log {
  const base = { level, base: null, timestamp: openTime() } as const;
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
