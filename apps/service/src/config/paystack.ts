/** How a process reaches Paystack. */
import { PAYMENT_METHODS, type PaymentMethod } from "@holdfast/contract";
import type { Settings } from "./settings.js";
import { originIn, secretsIn, someIn } from "./values.js";

const ORIGIN = "https://api.paystack.co";
/** That Paystack takes payments in. */
const CURRENCIES = ["USD", "NGN", "GHS", "KES", "ZAR", "XOF"] as const;
const PAYER_EMAILS = ["buyer", "ours"] as const;
const NEEDS = "PROVIDERS=paystack";

export type PaystackConfig = {
  /** The first is asked with; all of them sign. */
  readonly secretKeys: readonly string[];
  readonly isLive: boolean;
  readonly currencies: readonly (typeof CURRENCIES)[number][];
  readonly methods: readonly PaymentMethod[];
  readonly payerEmail: (typeof PAYER_EMAILS)[number];
  readonly apiBase: string;
};

export function readPaystack({ optional, required }: Settings, mode: "sandbox" | "live"): PaystackConfig {
  const isLive = mode === "live";
  const kind = isLive ? "live" : "test";
  return {
    secretKeys:
      required("PAYSTACK_SECRET_KEYS", {
        needs: NEEDS,
        takes: `a secret key of ${kind} mode (sk_${kind}_…); two, separated by a comma, while one takes the place of the other`,
        read: (text) => secretsIn(text, new RegExp(`^sk_${kind}_\\w{16,255}$`)),
      }) ?? [],
    isLive,
    currencies: optional("PAYSTACK_CURRENCIES", `some of ${CURRENCIES.join(", ")}, once each`, (text) =>
      someIn(text, CURRENCIES),
    ) ?? ["USD"],
    methods: optional("PAYSTACK_METHODS", `some of ${PAYMENT_METHODS.join(", ")}, once each`, (text) =>
      someIn(text, PAYMENT_METHODS),
    ) ?? ["card"],
    payerEmail:
      optional(
        "PAYSTACK_PAYER_EMAIL",
        PAYER_EMAILS.join(" or "),
        (text) => PAYER_EMAILS.find((one) => one === text) ?? null,
      ) ?? "buyer",
    apiBase:
      optional("PAYSTACK_API_BASE", isLive ? `nothing else than ${ORIGIN}` : "an http or https origin", (text) =>
        isLive && text !== ORIGIN ? null : originIn(text),
      ) ?? ORIGIN,
  };
}
