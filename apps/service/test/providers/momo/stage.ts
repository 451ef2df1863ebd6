/** MTN MoMo's adapter before its double, over a real database, on one clock that the test moves. */
import { unixSeconds } from "../../../src/platform/clock.js";
import type { Database } from "../../../src/platform/database.js";
import { openHttpClient } from "../../../src/providers/http-client.js";
import { MOMO, openMomo } from "../../../src/providers/momo/adapter.js";
import type { MomoSettings } from "../../../src/providers/momo/settings.js";
import type { Provider } from "../../../src/providers/port.js";
import { objectsOf, wrapped } from "../../../src/providers/wrapper.js";
import { type MomoDouble, openMomoDouble } from "./double.js";

export type MomoStage = {
  readonly double: MomoDouble;
  readonly provider: Provider;
  /** Another process on the same account. */
  open(settings?: Partial<MomoSettings>): Provider;
  advance(seconds: number): Promise<void>;
  close(): Promise<void>;
};

export const CALLBACK_URL = "https://pay.example/callbacks/momo";

/** More than an answer of the double takes on a busy machine. */
const PATIENCE_MS = 20_000;

export async function openMomoStage(
  db: Database,
  { target = "mtnliberia", currency = "USD" }: { readonly target?: string; readonly currency?: string } = {},
): Promise<MomoStage> {
  let ahead = 0;
  const double = await openMomoDouble({ now: () => unixSeconds() + ahead, target, currency });
  const httpClient = openHttpClient({ bases: [double.origin], isSandbox: true, withinMs: PATIENCE_MS });
  const settings: MomoSettings = {
    target,
    currencies: [currency],
    ...double.access,
    refunds: "refund",
    isLive: false,
    apiBase: double.origin,
  };
  const open: MomoStage["open"] = (given = {}) =>
    wrapped(
      openMomo(
        { ...settings, ...given },
        { httpClient, objects: objectsOf(db, MOMO), callbackUrl: () => CALLBACK_URL },
      ),
      { db, withinMs: 2 * PATIENCE_MS },
    );
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
