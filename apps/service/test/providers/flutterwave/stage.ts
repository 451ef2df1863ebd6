/** Flutterwave's adapter before its double, over a real database, on one clock that the test moves. */
import { unixSeconds } from "../../../src/platform/clock.js";
import type { Database } from "../../../src/platform/database.js";
import { FLUTTERWAVE, openFlutterwave } from "../../../src/providers/flutterwave/adapter.js";
import type { FlutterwaveSettings } from "../../../src/providers/flutterwave/settings.js";
import { openHttpClient } from "../../../src/providers/http-client.js";
import type { Provider } from "../../../src/providers/port.js";
import { objectsOf, wrapped } from "../../../src/providers/wrapper.js";
import { type FlutterwaveDouble, openFlutterwaveDouble } from "./double.js";

export type FlutterwaveStage = {
  readonly double: FlutterwaveDouble;
  readonly provider: Provider;
  /** Another process on the same account. */
  open(settings?: Partial<FlutterwaveSettings>): Provider;
  advance(seconds: number): Promise<void>;
  close(): Promise<void>;
};

/** More than an answer of the double takes on a busy machine. */
const PATIENCE_MS = 20_000;

export async function openFlutterwaveStage(
  db: Database,
  { currencies = ["USD", "NGN"] }: { currencies?: readonly string[] } = {},
): Promise<FlutterwaveStage> {
  let ahead = 0;
  const double = await openFlutterwaveDouble({ now: () => unixSeconds() + ahead });
  const httpClient = openHttpClient({ bases: [double.origin], isSandbox: true, withinMs: PATIENCE_MS });
  const settings: FlutterwaveSettings = {
    secretKey: double.key,
    secretHashes: [double.word],
    isLive: false,
    currencies,
    methods: ["card", "bank"],
    apiBase: double.origin,
  };
  const open: FlutterwaveStage["open"] = (given = {}) =>
    wrapped(openFlutterwave({ ...settings, ...given }, { httpClient, objects: objectsOf(db, FLUTTERWAVE) }), {
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
