/**
 * CPU that processes have used, as Linux tells it in /proc: by thread, to the nanosecond, and without what others on the machine
 * take. Where there is no such /proc, everything here is null.
 */
import { readdirSync, readFileSync } from "node:fs";

/** Microseconds of CPU, user and system together. */
export type Usage = { readonly servers: number; readonly database: number };

/** Told between two moments. Null where the system keeps no such account. */
export type Meter = { read(): Reading | null };

export type Reading = {
  readonly servers: number;
  /** By process: its own, and of which database it serves sessions; null for what all databases share. */
  readonly backends: ReadonlyMap<number, { readonly micros: number; readonly serves: string | null }>;
  /** Of processes of the server that have ended. */
  readonly ended: number;
};

const NANOS_PER_MICRO = 1_000;
/** `/proc/PID/stat` counts in hundredths of a second, whatever the kernel does. */
const MICROS_PER_TICK = 10_000;

/**
 * @param pids of the servers under measure.
 * @param postmaster of their PostgreSQL, whose processes are its children.
 */
export function openMeter(pids: readonly number[], postmaster: number): Meter {
  return {
    read: () => {
      try {
        const children = readText(`/proc/${postmaster}/task/${postmaster}/children`).trim().split(" ").filter(Boolean);
        const backends = [postmaster, ...children.map(Number)].flatMap((pid) => {
          const micros = microsOf(pid);
          return micros === null ? [] : [[pid, { micros, serves: databaseOf(pid) }] as const];
        });
        const servers = pids.reduce((sum, pid) => sum + (microsOf(pid) ?? 0), 0);
        return { servers, backends: new Map(backends), ended: endedMicros(postmaster) };
      } catch {
        return null;
      }
    },
  };
}

/** @param database whose sessions count. Those of another one do not; what all share (checkpoints, writing the log) does. */
export function usedBetween(before: Reading | null, after: Reading | null, database: string): Usage | null {
  if (before === null || after === null) return null;
  // What a process had used before it ended is in `ended` too.
  const vanished = [...before.backends].filter(([pid]) => !after.backends.has(pid));
  const ended = after.ended - before.ended - vanished.reduce((sum, [, { micros }]) => sum + micros, 0);
  const living = [...after.backends]
    .filter(([, { serves }]) => serves === null || serves === database)
    .reduce((sum, [pid, { micros }]) => sum + micros - (before.backends.get(pid)?.micros ?? 0), 0);
  return { servers: after.servers - before.servers, database: living + Math.max(0, ended) };
}

const readText = (file: string): string => readFileSync(file, "latin1");

/** Of CPU, by all threads of a process; null for one that is gone. */
export function microsOf(pid: number): number | null {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const nanos = threads.reduce((sum, thread) => sum + nanosOf(`/proc/${pid}/task/${thread}/schedstat`), 0);
    return nanos / NANOS_PER_MICRO;
  } catch {
    return null;
  }
}

/** The first number of three is the time on a CPU. A thread that ended meanwhile counts as nothing. */
function nanosOf(file: string): number {
  try {
    return Number(readText(file).split(" ", 1)[0]);
  } catch {
    return 0;
  }
}

/** cutime and cstime, the 14th and 15th fields behind the name, which stands in brackets. */
function endedMicros(postmaster: number): number {
  const fields = readText(`/proc/${postmaster}/stat`).split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[13]) + Number(fields[14])) * MICROS_PER_TICK;
}

/** `postgres: holdfast bench_service 127.0.0.1(4711) idle` serves bench_service; `postgres: walwriter` serves all. */
function databaseOf(pid: number): string | null {
  const title = readText(`/proc/${pid}/cmdline`).replaceAll("\0", " ");
  return /^postgres: \S+ (\S+) (?:\S+\(\d+\)|\[local\]) /.exec(title)?.[1] ?? null;
}
