/** Requests at a steady pace, whatever becomes of those before: a server that is slow is not asked less often. */
import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request } from "undici";
import { orderBody } from "../order.js";
import { API } from "../seed.js";
import type { Merchant } from "../world.js";

export type Paced = {
  /** Milliseconds from the moment at which each was to be sent to the end of its answer, where that was a success. */
  readonly latencies: readonly number[];
  /** How many were answered otherwise, or not at all. */
  readonly refused: number;
};

/** One session is made for so many that are read. */
const READS = 3;
const PUBLIC_HOST = "pay.example";

export type Caller = { readonly port: number; readonly merchant: Merchant; readonly escrow: string };

export async function atPace(
  { port, merchant, escrow }: Caller,
  { perSecond, ms }: { readonly perSecond: number; readonly ms: number },
): Promise<Paced> {
  const agent = new Agent({ connections: 64, pipelining: 1 });
  const latencies: number[] = [];
  let refused = 0;
  const ask = async (index: number, due: number): Promise<void> => {
    const isRead = index % (READS + 1) !== 0;
    try {
      const { statusCode, body } = await request(
        `http://127.0.0.1:${port}${API}${isRead ? `/escrows/${escrow}` : "/checkout/sessions"}`,
        {
          method: isRead ? "GET" : "POST",
          dispatcher: agent,
          headers: {
            host: PUBLIC_HOST,
            authorization: `Bearer ${merchant.apiKey}`,
            ...(isRead ? {} : { "content-type": "application/json" }),
          },
          ...(isRead ? {} : { body: orderBody({ reference: `PACED-${index}` }) }),
        },
      );
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
