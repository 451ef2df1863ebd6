/** Stripe's adapter before its double, over a real database, on one clock that the test moves. */
import { unixSeconds } from "../../../src/platform/clock.js";
import type { Database } from "../../../src/platform/database.js";
import { uuidv7 } from "../../../src/platform/random.js";
import { type HttpClient, openHttpClient } from "../../../src/providers/http-client.js";
import type {
  Adapter,
  CallbackRequest,
  PaymentOrder,
  Provider,
  RefundOrder,
  Verified,
} from "../../../src/providers/port.js";
import { openStripe, STRIPE } from "../../../src/providers/stripe/adapter.js";
import type { StripeSettings } from "../../../src/providers/stripe/settings.js";
import { objectsOf, wrapped } from "../../../src/providers/wrapper.js";
import { cents } from "../../payments/desk.js";
import { openStripeDouble, type StripeDouble } from "./double.js";
import type { Shape } from "./shapes.js";

export type StripeStage = {
  readonly stripe: StripeDouble;
  readonly adapter: Adapter;
  readonly provider: Provider;
  readonly settings: StripeSettings;
  /** Another adapter on the same account. */
  open(settings: Partial<StripeSettings>): Provider;
  /** What is asked meanwhile waits for no answer that is slow. */
  hurried<Answer>(work: () => Promise<Answer>): Promise<Answer>;
  /** Time goes by: at Stripe, and here. */
  advance(seconds: number): Promise<void>;
  order(given?: Partial<PaymentOrder>): PaymentOrder;
  /** An order that was taken. */
  ordered(given?: Partial<PaymentOrder>): Promise<PaymentOrder>;
  /** And paid: by card on Stripe's page, or by a transfer of all of it. */
  paid(given?: Partial<PaymentOrder>): Promise<PaymentOrder>;
  refundOf(order: PaymentOrder, amount: string, receipt?: string): RefundOrder;
  customerOf(order: PaymentOrder): string;
  /** What comes of an event as Stripe sends it. */
  told(event: Shape, options?: Parameters<StripeDouble["signed"]>[1]): Promise<Verified>;
  /** Events of the type that were not asked for before. */
  events(type: string): readonly Shape[];
  close(): Promise<void>;
};

export const CALLBACK_URL = "https://pay.example/callbacks/stripe";

/** More than an answer of the double takes on a busy machine. */
const PATIENCE_MS = 20_000;
const HURRY_MS = 300;

export async function openStripeStage(
  db: Database,
  { isLive = false, currencies = ["USD"] } = {},
): Promise<StripeStage> {
  let ahead = 0;
  const stripe = await openStripeDouble({ now: () => unixSeconds() + ahead, isLive });
  const diallers = [PATIENCE_MS, HURRY_MS].map((withinMs) =>
    openHttpClient({ bases: [stripe.origin], isSandbox: true, withinMs }),
  ) as [HttpClient, HttpClient];
  let [httpClient] = diallers;
  const settings: StripeSettings = {
    secretKey: stripe.key,
    isLive,
    webhookSecrets: [stripe.secret],
    methods: ["card", "bank"],
    currencies,
    holdDays: 90,
    apiBase: stripe.origin,
    filesBase: stripe.origin,
    statementDescriptor: "ESCROW",
  };
  const adapterOf = (given: Partial<StripeSettings>): Adapter =>
    openStripe(
      { ...settings, ...given },
      {
        httpClient: { ask: (request) => httpClient.ask(request) },
        objects: objectsOf(db, STRIPE),
        callbackUrl: () => CALLBACK_URL,
      },
    );
  const open = (given: Partial<StripeSettings>): Provider =>
    wrapped(adapterOf(given), { db, withinMs: 2 * PATIENCE_MS });
  const adapter = adapterOf({});
  const provider = open({});
  let orders = 0;
  const order: StripeStage["order"] = (given = {}) => {
    orders += 1;
    return {
      reference: `HF${uuidv7().replaceAll("-", "").slice(-11).toUpperCase()}${orders % 10}`,
      method: "card",
      amount: cents("25.00"),
      currency: "USD",
      phone: null,
      network: null,
      email: "ada@buyers.example",
      description: "A table & four chairs",
      language: "fr",
      returnUrl: "https://pay.example/back",
      cancelUrl: "https://pay.example/left",
      expiresAt: stripeNow() + 3 * 86_400,
      ...given,
    };
  };
  const stripeNow = (): number => unixSeconds() + ahead;
  const ordered: StripeStage["ordered"] = async (given) => {
    const asked = order(given);
    const { kind } = await provider.createPayment(asked);
    if (kind !== "created") throw new Error(`the order was ${kind}`);
    return asked;
  };
  const customerOf: StripeStage["customerOf"] = ({ reference }) => {
    const found = stripe.all("customers").find(({ metadata }) => (metadata as Shape)["reference"] === reference);
    return String(found?.["id"]);
  };
  return {
    stripe,
    adapter,
    provider,
    settings,
    open,
    order,
    ordered,
    customerOf,
    async hurried(work) {
      [, httpClient] = diallers;
      return work().finally(() => {
        [httpClient] = diallers;
      });
    },
    async advance(seconds) {
      ahead += seconds;
      await db.query({
        name: "advance clock",
        text: "update test_clock set offset_seconds = offset_seconds + $1",
        values: [seconds],
      });
    },
    async paid(given) {
      const asked = await ordered(given);
      if (asked.method === "card") stripe.pay(asked.reference);
      else stripe.fund(customerOf(asked), Number(asked.amount));
      return asked;
    },
    refundOf: ({ reference, method, currency }, amount, receipt = reference) => ({
      reference: uuidv7(),
      payment: receipt,
      method,
      amount: cents(amount),
      currency,
    }),
    told: (event, options) => provider.verifyCallback(callbackOf(stripe.signed(event, options))),
    events: (type) => stripe.events.filter((event) => event["type"] === type),
    close: async () => {
      await Promise.all(diallers.map((one) => one.close()));
      await stripe.close();
    },
  };
}

export const callbackOf = (sent: Pick<CallbackRequest, "headers" | "body">): CallbackRequest => ({
  method: "POST",
  path: "/callbacks/stripe",
  host: "pay.example",
  ...sent,
});
