/** How a process reaches Flutterwave. */
import { PAYMENT_METHODS, type PaymentMethod } from "@holdfast/contract";
import type { Settings } from "./settings.js";
import { originIn, secretsIn, someIn } from "./values.js";

const ORIGIN = "https://api.flutterwave.com";
/** That Flutterwave takes payments in. */
const CURRENCIES = ["USD", "NGN", "KES", "GHS", "UGX", "TZS", "RWF", "ZMW", "XAF", "XOF"] as const;
const NEEDS = "PROVIDERS=flutterwave";

export type FlutterwaveConfig = {
  readonly secretKey: string;
  /** All of them are words that notices may bear. */
  readonly secretHashes: readonly string[];
  readonly isLive: boolean;
  readonly currencies: readonly (typeof CURRENCIES)[number][];
  readonly methods: readonly PaymentMethod[];
  readonly apiBase: string;
};

export function readFlutterwave({ optional, required }: Settings, mode: "sandbox" | "live"): FlutterwaveConfig {
  const isLive = mode === "live";
  const key = isLive ? /^FLWSECK-[\w-]{16,255}$/ : /^FLWSECK_TEST-[\w-]{16,255}$/;
  return {
    secretKey:
      required("FLUTTERWAVE_SECRET_KEY", {
        needs: NEEDS,
        takes: `a secret key of ${isLive ? "live mode (FLWSECK-…)" : "test mode (FLWSECK_TEST-…)"}`,
        read: (text) => (key.test(text) ? text : null),
      }) ?? "",
    secretHashes:
      required("FLUTTERWAVE_SECRET_HASHES", {
        needs: NEEDS,
        takes:
          "the secret hash of the dashboard, 24 to 255 signs without spaces; two, separated by a comma, while one takes the place of the other",
        read: (text) => secretsIn(text, /^[\x21-\x2b\x2d-\x7e]{24,255}$/),
      }) ?? [],
    isLive,
    currencies: optional("FLUTTERWAVE_CURRENCIES", `some of ${CURRENCIES.join(", ")}, once each`, (text) =>
      someIn(text, CURRENCIES),
    ) ?? ["USD"],
    methods: optional("FLUTTERWAVE_METHODS", `some of ${PAYMENT_METHODS.join(", ")}, once each`, (text) =>
      someIn(text, PAYMENT_METHODS),
    ) ?? ["card"],
    apiBase:
      optional("FLUTTERWAVE_API_BASE", isLive ? `nothing else than ${ORIGIN}` : "an http or https origin", (text) =>
        isLive && text !== ORIGIN ? null : originIn(text),
      ) ?? ORIGIN,
  };
}
