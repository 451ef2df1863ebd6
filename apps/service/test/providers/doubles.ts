/** Doubles of the providers of real money on one clock, and what a service is told to work with them. */

import { readProviders } from "../../src/config/providers.js";
import { openSettings } from "../../src/config/settings.js";
import { unixSeconds } from "../../src/platform/clock.js";
import { type FlutterwaveDouble, openFlutterwaveDouble } from "./flutterwave/double.js";
import { type MomoDouble, openMomoDouble } from "./momo/double.js";
import { openPawapayDouble, type PawapayDouble, TOKEN } from "./pawapay/double.js";
import { OUR_KEY_ID } from "./pawapay/signing.js";
import { openPaystackDouble, type PaystackDouble } from "./paystack/double.js";
import { openStripeDouble, type StripeDouble } from "./stripe/double.js";
import type { Shape } from "./stripe/shapes.js";

export type Doubles = {
  readonly stripe: StripeDouble;
  readonly pawapay: PawapayDouble;
  readonly paystack: PaystackDouble;
  readonly flutterwave: FlutterwaveDouble;
  readonly momo: MomoDouble;
  /** For a process of its own, and what a service in this one reads from it. */
  readonly env: Readonly<Record<string, string>>;
  readonly providers: ReturnType<typeof readProviders>;
  /** Theirs alone: the business clock is for the caller to move. */
  advance(seconds: number): void;
  close(): Promise<void>;
};

/** @param given settings besides, such as PROVIDERS. */
export async function openDoubles(given: Readonly<Record<string, string>> = {}): Promise<Doubles> {
  let ahead = 0;
  const now = (): number => unixSeconds() + ahead;
  const [stripe, pawapay, paystack, flutterwave, momo] = await Promise.all([
    openStripeDouble({ now }),
    openPawapayDouble({ now }),
    openPaystackDouble({ now }),
    openFlutterwaveDouble({ now }),
    openMomoDouble({ now, target: "mtnliberia", currency: "USD" }),
  ]);
  const env = {
    PROVIDERS: "stripe,pawapay,sandbox",
    STRIPE_SECRET_KEY: stripe.key,
    STRIPE_WEBHOOK_SECRETS: stripe.secret,
    STRIPE_METHODS: "card,bank",
    STRIPE_API_BASE: stripe.origin,
    PAWAPAY_API_TOKEN: TOKEN,
    PAWAPAY_SIGNING_KEY: pawapay.ourKey.export({ type: "pkcs8", format: "pem" }).toString(),
    PAWAPAY_SIGNING_KEY_ID: OUR_KEY_ID,
    PAWAPAY_COUNTRIES: "COD",
    PAWAPAY_API_BASE: pawapay.origin,
    PAYSTACK_SECRET_KEYS: paystack.key,
    PAYSTACK_API_BASE: paystack.origin,
    FLUTTERWAVE_SECRET_KEY: flutterwave.key,
    FLUTTERWAVE_SECRET_HASHES: flutterwave.word,
    FLUTTERWAVE_API_BASE: flutterwave.origin,
    MOMO_TARGET_ENVIRONMENT: momo.target,
    MOMO_CURRENCIES: "USD",
    MOMO_COLLECTION_SUBSCRIPTION_KEY: momo.access.collection.subscriptionKey,
    MOMO_COLLECTION_API_USER: momo.access.collection.apiUser,
    MOMO_COLLECTION_API_KEY: momo.access.collection.apiKey,
    MOMO_DISBURSEMENT_SUBSCRIPTION_KEY: momo.access.disbursement.subscriptionKey,
    MOMO_DISBURSEMENT_API_USER: momo.access.disbursement.apiUser,
    MOMO_DISBURSEMENT_API_KEY: momo.access.disbursement.apiKey,
    MOMO_API_BASE: momo.origin,
    ...given,
  };
  return {
    stripe,
    pawapay,
    paystack,
    flutterwave,
    momo,
    env,
    providers: readProviders(openSettings(env), "sandbox"),
    advance: (seconds) => {
      ahead += seconds;
    },
    close: async () => {
      await Promise.all([stripe.close(), pawapay.close(), paystack.close(), flutterwave.close(), momo.close()]);
    },
  };
}

/** The Customer that a transfer to Stripe is made for. */
export function customerOf({ stripe }: Doubles, reference: string): string {
  const found = stripe.all("customers").find(({ metadata }) => (metadata as Shape)["reference"] === reference);
  if (found === undefined) throw new Error(`the double of Stripe has no customer of ${reference}`);
  return String(found["id"]);
}

/** What Stripe posts to us of an event; resolves with the status of our answer. */
export async function postEvent(
  { stripe }: Doubles,
  {
    origin,
    event,
    how,
  }: { readonly origin: string; readonly event: Shape; readonly how?: Parameters<StripeDouble["signed"]>[1] },
): Promise<number> {
  const { headers, body } = stripe.signed(event, how);
  const answer = await fetch(`${origin}/callbacks/stripe`, { method: "POST", headers, body: new Uint8Array(body) });
  await answer.text();
  return answer.status;
}
