/** Requests at a steady pace, whatever becomes of those before: a server that is slow is not asked less often. */
import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request } from "undici";

export type Asked = {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type Paced = {
  /** Milliseconds from the moment at which each was to be sent to the end of its answer, where that was a success. */
  readonly latencies: readonly number[];
  /** How many were answered otherwise, or not at all. */
  readonly refused: number;
};

/** @param next what is asked for as the request of that number. */
export async function atPace(
  port: number,
  next: (index: number) => Asked,
  { perSecond, ms }: { readonly perSecond: number; readonly ms: number },
): Promise<Paced> {
  const agent = new Agent({ connections: 64, pipelining: 1 });
  const latencies: number[] = [];
  let refused = 0;
  const ask = async (index: number, due: number): Promise<void> => {
    const { path, ...asked } = next(index);
    try {
      const { statusCode, body } = await request(`http://127.0.0.1:${port}${path}`, { ...asked, dispatcher: agent });
      await body.dump();
      if (statusCode < 300) latencies.push(performance.now() - due);
      else refused += 1;
    } catch {
      refused += 1;
    }
  };
  const begin = performance.now();
  const asked: Promise<void>[] = [];
  for (let index = 0; ; index += 1) {
    const due = begin + (index * 1_000) / perSecond;
    if (due > begin + ms) break;
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    asked.push(ask(index, due));
  }
  await Promise.all(asked);
  await agent.close();
  return { latencies, refused };
}

/** The value below which that share of them lies. */
export function quantileOf(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
