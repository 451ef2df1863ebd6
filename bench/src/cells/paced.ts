/** What one cell's callers ask for at a steady pace: three of four read an escrow, and one makes a session. */
import { orderBody } from "../order.js";
import { type Asked, atPace, type Paced } from "../paced.js";
import { API } from "../seed.js";
import type { Merchant } from "../world.js";

/** One session is made for so many that are read. */
const READS = 3;
const PUBLIC_HOST = "pay.example";

export type Caller = { readonly port: number; readonly merchant: Merchant; readonly escrow: string };

export function callAtPace(
  { port, merchant, escrow }: Caller,
  pace: { readonly perSecond: number; readonly ms: number },
): Promise<Paced> {
  const headers = { host: PUBLIC_HOST, authorization: `Bearer ${merchant.apiKey}` };
  const ask = (index: number): Asked =>
    index % (READS + 1) === 0
      ? {
          method: "POST",
          path: `${API}/checkout/sessions`,
          headers: { ...headers, "content-type": "application/json" },
          body: orderBody({ reference: `PACED-${index}` }),
        }
      : { method: "GET", path: `${API}/escrows/${escrow}`, headers };
  return atPace(port, ask, pace);
}
