/** Paystack's adapter before its double, over a real database, on one clock that the test moves. */
import { unixSeconds } from "../../../src/platform/clock.js";
import type { Database } from "../../../src/platform/database.js";
import { openHttpClient } from "../../../src/providers/http-client.js";
import { openPaystack, PAYSTACK } from "../../../src/providers/paystack/adapter.js";
import type { PaystackSettings } from "../../../src/providers/paystack/settings.js";
import type { Provider } from "../../../src/providers/port.js";
import { objectsOf, wrapped } from "../../../src/providers/wrapper.js";
import { openPaystackDouble, type PaystackDouble } from "./double.js";

export type PaystackStage = {
  readonly double: PaystackDouble;
  readonly provider: Provider;
  /** Another process on the same account. */
  open(settings?: Partial<PaystackSettings>): Provider;
  advance(seconds: number): Promise<void>;
  close(): Promise<void>;
};

/** More than an answer of the double takes on a busy machine. */
const PATIENCE_MS = 20_000;

export async function openPaystackStage(
  db: Database,
  { isLive = false, currencies = ["USD", "NGN"] }: { isLive?: boolean; currencies?: readonly string[] } = {},
): Promise<PaystackStage> {
  let ahead = 0;
  const double = await openPaystackDouble({ now: () => unixSeconds() + ahead, isLive });
  const httpClient = openHttpClient({ bases: [double.origin], isSandbox: true, withinMs: PATIENCE_MS });
  const settings: PaystackSettings = {
    secretKeys: [double.key],
    isLive,
    currencies,
    methods: ["card", "bank"],
    payerEmail: "buyer",
    apiBase: double.origin,
  };
  const open: PaystackStage["open"] = (given = {}) =>
    wrapped(openPaystack({ ...settings, ...given }, { httpClient, objects: objectsOf(db, PAYSTACK) }), {
      db,
      withinMs: 2 * PATIENCE_MS,
    });
  return {
    double,
    provider: open(),
    open,
    advance: async (seconds) => {
      ahead += seconds;
      await db.query({
        name: "advance clock",
        text: "update test_clock set offset_seconds = offset_seconds + $1",
        values: [seconds],
      });
    },
    close: async () => {
      await httpClient.close();
      await double.close();
    },
  };
}
