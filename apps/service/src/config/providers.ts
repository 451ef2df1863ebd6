/**
 * Which payment providers a process has, and how it reaches them. Secrets are also taken from the file that NAME_FILE names.
 * What a provider of real money could not work with, or would work with in the wrong mode, stops the start.
 */

import { FEE_BEARERS, type FeeBearer } from "../domain/chargebacks.js";
import type { Currency } from "../domain/currencies.js";
import { CURRENCY } from "../domain/money.js";
import type { Rail } from "../domain/rails.js";
import { REFUND_FEES, type RefundFees } from "../domain/refunds.js";
import { type FlutterwaveConfig, readFlutterwave } from "./flutterwave.js";
import { type HttpConfig, type HttpName, isHttpName, readHttp } from "./http-providers.js";
import { type MomoConfig, readMomo } from "./momo.js";
import { type PawapayConfig, readPawapay } from "./pawapay.js";
import { type PaystackConfig, readPaystack } from "./paystack.js";
import { readRails } from "./rails.js";
import { integer } from "./readers.js";
import type { Settings } from "./settings.js";
import { STRIPE_CURRENCIES } from "./stripe-currencies.js";
import { originIn, secretsIn, someIn } from "./values.js";

/** As PROVIDERS names them; `sandbox` are the simulated ones, `manual` the rails of RAILS_FILE. */
const NAMES = ["sandbox", "stripe", "pawapay", "paystack", "flutterwave", "momo", "manual"] as const;
type Name = (typeof NAMES)[number] | HttpName;
type Mode = "sandbox" | "live";

const STRIPE_ORIGIN = "https://api.stripe.com";
const STRIPE_FILES = "https://files.stripe.com";
const STRIPE_METHODS = ["card", "bank"] as const;

export type ProvidersConfig = {
  /** The most preferred first. None in live mode takes nobody's money. */
  readonly names: readonly Name[];
  /** Null where PROVIDERS does not name it. */
  readonly stripe: StripeConfig | null;
  readonly pawapay: PawapayConfig | null;
  readonly paystack: PaystackConfig | null;
  readonly flutterwave: FlutterwaveConfig | null;
  readonly momo: MomoConfig | null;
  /** Adapters of the operator's own. */
  readonly http: readonly HttpConfig[];
  /** The most preferred first. */
  readonly manual: RailsConfig | null;
  /** Whether sellers' money is kept in accounts of their own at Stripe, or at the sandbox's card company. */
  readonly connect: boolean;
  /** Who bears what a provider asks for a dispute of the payer's bank. */
  /** From a call to its answer. */
  readonly timeoutMs: number;
  readonly chargebackFeeBorneBy: FeeBearer;
  /** Which of the buyer's fees go back with a refund. */
  readonly refundFees: RefundFees;
};

type RailsConfig = { readonly isLive: boolean; readonly rails: readonly Rail[] };

type StripeConfig = {
  readonly secretKey: string;
  readonly isLive: boolean;
  readonly webhookSecrets: readonly string[];
  readonly methods: readonly (typeof STRIPE_METHODS)[number][];
  readonly currencies: readonly Currency[];
  readonly holdDays: number;
  readonly apiBase: string;
  readonly filesBase: string;
  readonly statementDescriptor: string | null;
};

/** A look and what follows it end within the half minute for which a worker holds a call. */
const TIMEOUT = ["a whole number of milliseconds from 1000 to 12000", integer(1_000, 12_000)] as const;

export function readProviders(settings: Settings, mode: Mode): ProvidersConfig {
  const names = readNames(settings, mode);
  const connect = readConnect(settings, names);
  return {
    names,
    stripe: names.includes("stripe") ? readStripe(settings, { mode, connect }) : null,
    pawapay: names.includes("pawapay") ? readPawapay(settings, mode) : null,
    paystack: names.includes("paystack") ? readPaystack(settings, mode) : null,
    flutterwave: names.includes("flutterwave") ? readFlutterwave(settings, mode) : null,
    momo: names.includes("momo") ? readMomo(settings, mode) : null,
    http: names.filter(isHttpName).map((name) => readHttp(settings, mode, name)),
    manual: names.includes("manual") ? { isLive: mode === "live", rails: readRails(settings) } : null,
    connect,
    timeoutMs: settings.optional("PROVIDER_TIMEOUT_MS", ...TIMEOUT) ?? 8_000,
    chargebackFeeBorneBy:
      settings.optional(
        "CHARGEBACK_FEE_BORNE_BY",
        FEE_BEARERS.join(" or "),
        (text) => FEE_BEARERS.find((bearer) => bearer === text) ?? null,
      ) ?? "merchant",
    refundFees:
      settings.optional(
        "REFUND_FEES",
        REFUND_FEES.join(" or "),
        (text) => REFUND_FEES.find((fees) => fees === text) ?? null,
      ) ?? "held",
  };
}

/** Somebody has to keep the accounts. */
function readConnect(settings: Settings, names: readonly Name[]): boolean {
  const isOn =
    settings.optional("STRIPE_CONNECT", "on or off", (text) =>
      text === "on" ? true : text === "off" ? false : null,
    ) ?? false;
  if (isOn && !names.includes("stripe") && !names.includes("sandbox"))
    settings.problem("STRIPE_CONNECT=on needs stripe among PROVIDERS.");
  return isOn;
}

function readNames(settings: Settings, mode: Mode): readonly Name[] {
  const text = settings.text("PROVIDERS");
  if (text === "") return mode === "sandbox" ? ["sandbox"] : [];
  const taken = NAMES.filter((name) => mode === "sandbox" || name !== "sandbox");
  const given = text.split(",").map((part) => part.trim());
  const names = someIn(text, [...taken, ...given.filter(isHttpName)]);
  if (names === null)
    settings.problem(
      `PROVIDERS=${text} is not usable: MODE=${mode} takes ${taken.join(", ")} and http:NAME, each once, separated by commas.`,
    );
  return names ?? [];
}

type StripeUse = { readonly mode: Mode; readonly connect: boolean };

function readStripe({ optional, required }: Settings, { mode, connect }: StripeUse): StripeConfig {
  const kind = mode === "live" ? "live" : "test";
  const needs = "PROVIDERS=stripe";
  const origins = mode === "sandbox" ? "an http or https origin" : `nothing else than ${STRIPE_ORIGIN}`;
  const apiBase =
    optional("STRIPE_API_BASE", origins, (text) =>
      mode === "live" && text !== STRIPE_ORIGIN ? null : originIn(text),
    ) ?? STRIPE_ORIGIN;
  return {
    secretKey:
      required("STRIPE_SECRET_KEY", {
        needs,
        takes: `a secret or restricted key of ${kind} mode (sk_${kind}_… or rk_${kind}_…)`,
        read: (text) => (new RegExp(`^[rs]k_${kind}_\\w{8,255}$`).test(text) ? text : null),
      }) ?? "",
    isLive: mode === "live",
    webhookSecrets:
      required("STRIPE_WEBHOOK_SECRETS", {
        needs,
        takes: connect
          ? "the signing secrets of the two webhook endpoints (whsec_…), separated by commas; four while both are rolled"
          : "the signing secret of the webhook endpoint (whsec_…); two are separated by a comma",
        read: (text) => secretsIn(text, /^whsec_\w{8,255}$/, connect ? 4 : 2),
      }) ?? [],
    methods: optional("STRIPE_METHODS", "card, bank or both, separated by a comma", (text) =>
      someIn(text, STRIPE_METHODS),
    ) ?? ["card"],
    currencies: optional(
      "STRIPE_CURRENCIES",
      "all, or currencies of Stripe’s such as USD,EUR,JPY, once each",
      (text) => (text === "all" ? STRIPE_CURRENCIES : someIn(text, STRIPE_CURRENCIES)),
    ) ?? [CURRENCY],
    holdDays: optional("STRIPE_HOLD_DAYS", "a whole number of days from 1 to 730", daysIn) ?? 90,
    apiBase,
    // What stands in for Stripe takes files too.
    filesBase: apiBase === STRIPE_ORIGIN ? STRIPE_FILES : apiBase,
    statementDescriptor: optional(
      "STRIPE_STATEMENT_DESCRIPTOR",
      `1 to 22 letters, digits and spaces, at least one of them a letter`,
      (text) => (/^(?=.*[A-Za-z])[A-Za-z0-9 .-]{1,22}$/.test(text) ? text : null),
    ),
  };
}

const daysIn = (text: string): number | null =>
  /^[1-9]\d{0,2}$/.test(text) && Number(text) <= 730 ? Number(text) : null;
