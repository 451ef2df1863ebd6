/** pawaPay's adapter before its double, over a real database, on one clock that the test moves. */
import { unixSeconds } from "../../../src/platform/clock.js";
import type { Database } from "../../../src/platform/database.js";
import { openHttpClient } from "../../../src/providers/http-client.js";
import { openPawapay, PAWAPAY } from "../../../src/providers/pawapay/adapter.js";
import type { PawapaySettings } from "../../../src/providers/pawapay/settings.js";
import type { Provider } from "../../../src/providers/port.js";
import { objectsOf, wrapped } from "../../../src/providers/wrapper.js";
import { openPawapayDouble, type PawapayDouble, TOKEN } from "./double.js";
import { OUR_KEY_ID } from "./signing.js";

export type PawapayStage = {
  readonly double: PawapayDouble;
  readonly provider: Provider;
  readonly settings: PawapaySettings;
  /** Another process on the same account, which knows nothing yet. */
  open(settings?: Partial<PawapaySettings>): Provider;
  advance(seconds: number): Promise<void>;
  close(): Promise<void>;
};

const CALLBACK_URL = "https://pay.example/callbacks/pawapay";

/** More than an answer of the double takes on a busy machine. */
const PATIENCE_MS = 20_000;

export async function openPawapayStage(
  db: Database,
  { countries = ["COD"] }: { countries?: readonly string[] } = {},
): Promise<PawapayStage> {
  let ahead = 0;
  const double = await openPawapayDouble({ now: () => unixSeconds() + ahead });
  const httpClient = openHttpClient({ bases: [double.origin], isSandbox: true, withinMs: PATIENCE_MS });
  const settings: PawapaySettings = {
    token: TOKEN,
    isLive: false,
    signing: { id: OUR_KEY_ID, key: double.ourKey },
    callbacks: "signed",
    countries,
    apiBase: double.origin,
    statementsBase: double.origin,
  };
  const open: PawapayStage["open"] = (given = {}) =>
    wrapped(
      openPawapay(
        { ...settings, ...given },
        { httpClient, objects: objectsOf(db, PAWAPAY), callbackUrl: () => CALLBACK_URL },
      ),
      { db, withinMs: 2 * PATIENCE_MS },
    );
  const provider = open();
  await provider.refresh();
  return {
    double,
    provider,
    settings,
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
