/** How a process reaches Paystack. */
import { PAYMENT_METHODS, type PaymentMethod } from "@holdfast/contract";
import type { Settings } from "./settings.js";

const ORIGIN = "https://api.paystack.co";
/** That Paystack takes payments in. */
const CURRENCIES = ["USD", "NGN", "GHS", "KES", "ZAR", "XOF"] as const;
const NEEDS = "PROVIDERS=paystack";

export type PaystackConfig = {
  /** The first is asked with; all of them sign. */
  readonly secretKeys: readonly string[];
  readonly isLive: boolean;
  readonly currencies: readonly (typeof CURRENCIES)[number][];
  readonly methods: readonly PaymentMethod[];
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
        read: (text) => keysIn(text, kind),
      }) ?? [],
    isLive,
    currencies: optional("PAYSTACK_CURRENCIES", `some of ${CURRENCIES.join(", ")}, once each`, (text) =>
      someIn(text, CURRENCIES),
    ) ?? ["USD"],
    methods: optional("PAYSTACK_METHODS", `some of ${PAYMENT_METHODS.join(", ")}, once each`, (text) =>
      someIn(text, PAYMENT_METHODS),
    ) ?? ["card"],
    apiBase:
      optional("PAYSTACK_API_BASE", isLive ? `nothing else than ${ORIGIN}` : "an http or https origin", (text) =>
        isLive && text !== ORIGIN ? null : originIn(text),
      ) ?? ORIGIN,
  };
}

function keysIn(text: string, kind: "live" | "test"): readonly string[] | null {
  const keys = text.split(",").map((part) => part.trim());
  const isUsable = keys.length <= 2 && new Set(keys).size === keys.length;
  return isUsable && keys.every((key) => new RegExp(`^sk_${kind}_\\w{16,255}$`).test(key)) ? keys : null;
}

function someIn<const Known extends string>(text: string, known: readonly Known[]): readonly Known[] | null {
  const given = text.split(",").map((part) => known.find((one) => one === part.trim()));
  const found = given.filter((one) => one !== undefined);
  return found.length === given.length && new Set(found).size === found.length ? found : null;
}

function originIn(text: string): string | null {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text ? text : null;
}
