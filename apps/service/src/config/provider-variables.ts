/** The variables of payment providers, a part of the table of all (variables.ts). */

export type Variable = {
  /** What holds while it is not set, in the words of the reference (Markdown). */
  readonly default: string;
  /** What it is for, in Markdown; links are relative to docs/reference. */
  readonly meaning: string;
  /** Never said in a message, and also taken from the file that its name with `_FILE` names. */
  readonly isSecret?: true;
};

export const PROVIDER_VARIABLES = {
  PROVIDERS: {
    default: "`sandbox` in the sandbox, none in live mode",
    meaning:
      "who takes payments, the most preferred first, separated by commas: `stripe` ([guide](../guides/providers/stripe.md)), `pawapay` ([guide](../guides/providers/pawapay.md)), `paystack` ([guide](../guides/providers/paystack.md)), `flutterwave` ([guide](../guides/providers/flutterwave.md)), `momo` ([guide](../guides/providers/momo.md)), `manual`, rails of your own ([guide](../guides/providers/own-rail.md)), `http:NAME` for an [adapter of your own](../guides/providers/your-own.md), and in the sandbox alone `sandbox`, the simulated ones. With none, nothing can be paid",
  },
  RAILS_FILE: {
    default: "none",
    meaning:
      "a file of rails of your own in YAML or JSON ([schema](rails.schema.json)): accounts, tills and cash desks that buyers pay to directly, and sellers are paid from by files. Required with `manual`",
  },
  MANUAL_LIMIT: {
    default: "`1000.00`",
    meaning:
      "what one operator may book alone as received on rails of your own, of an order and of an account in 24 hours: above it another operator confirms; `none` for a desk with one operator",
  },
  STRIPE_SECRET_KEY: {
    default: "none",
    meaning:
      "a restricted or secret key of Stripe, of live mode in live mode and of test mode in the sandbox. Required with `stripe`",
    isSecret: true,
  },
  STRIPE_WEBHOOK_SECRETS: {
    default: "none",
    meaning:
      "the signing secret of the webhook endpoint at Stripe; two, separated by a comma, while it is rolled; with `STRIPE_CONNECT=on` also that of the endpoint for connected accounts. Required with `stripe`",
    isSecret: true,
  },
  STRIPE_METHODS: { default: "`card`", meaning: "`card`, `bank` or `card,bank`" },
  STRIPE_CURRENCIES: {
    default: "`USD`",
    meaning:
      "what cards are charged in, by commas, such as `USD,EUR,JPY`; `all` for each that Stripe takes. Orders are in USD: another currency is offered while it has a rate, and Stripe exchanges it for the account's own",
  },
  STRIPE_HOLD_DAYS: {
    default: "`90`",
    meaning:
      "for how many days money may stay in the balance: what Stripe allows an account of your country (730 in the US). Orders whose deadlines add up to more are not offered Stripe",
  },
  STRIPE_CONNECT: {
    default: "`off`",
    meaning:
      "`on` keeps sellers' money in accounts of their own at Stripe ([guide](../guides/providers/stripe-connect.md)); in the sandbox without `stripe`, at the simulated card company",
  },
  STRIPE_STATEMENT_DESCRIPTOR: {
    default: "none",
    meaning: "what stands behind the account's own name on the statements of cards: 1 to 22 letters, digits and spaces",
  },
  STRIPE_API_BASE: {
    default: "`https://api.stripe.com`",
    meaning: "where Stripe is, such as a mock on this machine; sandbox only",
  },
  PAWAPAY_API_TOKEN: {
    default: "none",
    meaning: "the API token of the account at pawaPay. Required with `pawapay`",
    isSecret: true,
  },
  PAWAPAY_SIGNING_KEY: {
    default: "none",
    meaning:
      "the private key that requests are signed with: ECDSA on P-256, in PEM. Required with `pawapay` in live mode",
    isSecret: true,
  },
  PAWAPAY_SIGNING_KEY_ID: { default: "none", meaning: "its id at pawaPay; goes with the key" },
  PAWAPAY_CALLBACKS: {
    default: "`signed`",
    meaning: "`signed` refuses callbacks without a signature; `hints` looks up what they name",
  },
  PAWAPAY_COUNTRIES: {
    default: "none",
    meaning:
      "countries of payers and sellers, in three letters each, such as `COD`, separated by commas. Required with `pawapay`",
  },
  PAWAPAY_API_BASE: {
    default: "`https://api.pawapay.io` in live mode, `https://api.sandbox.pawapay.io` in the sandbox",
    meaning: "where pawaPay is; live mode takes no other, and the sandbox not that one",
  },
  PAWAPAY_STATEMENTS_BASE: {
    default: "`PAWAPAY_API_BASE`",
    meaning: "the origin that files of statements are fetched from; live mode takes hosts of `pawapay.io` alone",
  },
  PAYSTACK_SECRET_KEYS: {
    default: "none",
    meaning:
      "the secret key of Paystack, of live mode in live mode and of test mode in the sandbox; two, separated by a comma, while one takes the place of the other: the first is asked with, and either may sign. Required with `paystack`",
    isSecret: true,
  },
  PAYSTACK_CURRENCIES: {
    default: "`USD`",
    meaning:
      "what the account takes payments in, by commas: `USD`, `NGN`, `GHS`, `KES`, `ZAR`, `XOF`. Orders are in USD: another is offered while it has a rate",
  },
  PAYSTACK_METHODS: {
    default: "`card`",
    meaning: "`card`, `bank` and `mobile_money`, by commas; in USD Paystack takes cards alone",
  },
  PAYSTACK_PAYER_EMAIL: {
    default: "`buyer`",
    meaning:
      "whose address Paystack is told, which wants one of each payer: `buyer`, or `ours`: one of each payment at the host of `PUBLIC_URL`, where nobody has to read it. Paystack mails its receipts there",
  },
  PAYSTACK_API_BASE: {
    default: "`https://api.paystack.co`",
    meaning: "where Paystack is, such as a mock on this machine; sandbox only",
  },
  FLUTTERWAVE_SECRET_KEY: {
    default: "none",
    meaning:
      "the secret key of Flutterwave (v3), of live mode in live mode and of test mode in the sandbox. Required with `flutterwave`",
    isSecret: true,
  },
  FLUTTERWAVE_SECRET_HASHES: {
    default: "none",
    meaning:
      "the secret hash that is set at Flutterwave for webhooks, 24 signs or more; two, separated by a comma, while one takes the place of the other. Required with `flutterwave`",
    isSecret: true,
  },
  FLUTTERWAVE_CURRENCIES: {
    default: "`USD`",
    meaning:
      "what the account takes payments in, by commas: `USD`, `NGN`, `KES`, `GHS`, `UGX`, `TZS`, `RWF`, `ZMW`, `XAF`, `XOF`. Orders are in USD: another is offered while it has a rate",
  },
  FLUTTERWAVE_METHODS: {
    default: "`card`",
    meaning: "`card`, `bank` and `mobile_money`, by commas; in USD Flutterwave takes cards alone",
  },
  FLUTTERWAVE_API_BASE: {
    default: "`https://api.flutterwave.com`",
    meaning: "where Flutterwave is, such as a mock on this machine; sandbox only",
  },
  MOMO_TARGET_ENVIRONMENT: {
    default: "none",
    meaning:
      "the country of the contract with MTN MoMo, as MTN calls it: `mtnuganda`, `mtnliberia` and so on; `sandbox` in the sandbox. Required with `momo`",
  },
  MOMO_CURRENCIES: {
    default: "the currency of the country",
    meaning:
      "what the wallets there hold, where there are several: `LRD` or `USD` in Liberia. Orders are in USD: another is offered while it has a rate",
  },
  MOMO_COLLECTION_SUBSCRIPTION_KEY: {
    default: "none",
    meaning: "the subscription key of MTN MoMo for collections. Required with `momo`",
    isSecret: true,
  },
  MOMO_COLLECTION_API_USER: { default: "none", meaning: "the API user for collections. Required with `momo`" },
  MOMO_COLLECTION_API_KEY: {
    default: "none",
    meaning: "the API key of that user. Required with `momo`",
    isSecret: true,
  },
  MOMO_DISBURSEMENT_SUBSCRIPTION_KEY: {
    default: "none",
    meaning: "the subscription key of MTN MoMo for disbursements. Required with `momo`",
    isSecret: true,
  },
  MOMO_DISBURSEMENT_API_USER: { default: "none", meaning: "the API user for disbursements. Required with `momo`" },
  MOMO_DISBURSEMENT_API_KEY: {
    default: "none",
    meaning: "the API key of that user. Required with `momo`",
    isSecret: true,
  },
  MOMO_REFUNDS: {
    default: "`refund`",
    meaning: "`refund`, or `transfer` where the country has no refunds: then money goes back to the payer's number",
  },
  MOMO_API_BASE: {
    default: "`https://proxy.momoapi.mtn.com` in live mode, `https://sandbox.momodeveloper.mtn.com` in the sandbox",
    meaning: "where MTN MoMo is; live mode takes hosts of `mtn.com` and `momo.africa` alone",
  },
  PROVIDER_TIMEOUT_MS: {
    default: "`8000`",
    meaning:
      "for how long a provider is waited for, in milliseconds, from 1000 to 12000. Whether what was asked for was done, is looked up afterwards",
  },
  RECONCILE_AT: { default: "`02:00`", meaning: "when days of providers' statements are closed, in UTC" },
  PROVIDER_NAME_URL: {
    default: "none",
    meaning:
      "where the adapter `http:name` is, NAME its name in capitals: `PROVIDER_MYBANK_URL` for `http:mybank`. With https, unless it is on this machine or at a host of `PROVIDER_HOSTS_PRIVATE`. Required with `http:name`",
  },
  PROVIDER_NAME_SECRETS: {
    default: "none",
    meaning:
      "`PROVIDER_MYBANK_SECRETS` for `http:mybank`: what both sides sign with, `whsec_` and 24 to 64 bytes in base64, such as `whsec_$(openssl rand -base64 32)`; two separated by a comma while one is rolled, the new one first. Required with `http:name`",
    isSecret: true,
  },
  PROVIDER_HOSTS_PRIVATE: {
    default: "none",
    meaning:
      "hosts of your own network, separated by commas, such as `adapter.internal`: an adapter there may be at a private address, and without https",
  },
  FLOAT_ALARM: {
    default: "none",
    meaning:
      "`provider:currency:amount`, separated by commas, such as `pawapay:USD:500.00`: an error is logged as long as less than that is available there, in the currency",
  },
  PROVIDER_FEES: {
    default: "none",
    meaning:
      "what each provider may keep of a payment: `provider:method:basis points:fixed`, and a most where there is one, separated by commas, such as `stripe:card:290:0.30,stripe:bank:50:0.00:5.00`. Of lines in another currency than USD where the method names it: `pawapay:mobile_money/KES:150:0.00`. More than a cent above it is a difference; what isn't listed isn't compared",
  },
  RATES_FILE: {
    default: "none",
    meaning:
      "a file of rates of currencies in YAML or JSON ([schema](rates.schema.json)). It is read at the start, and again when it changes: replace it whole, by a rename. With a mistake in it the rates from before go on, until they are too old",
  },
  RATE_MARGIN: {
    default: "none",
    meaning:
      "what is added in percent to a payment in another currency, and taken off a payout in one: `currency:percent`, `*` for all others, separated by commas, such as `*:1.5,KES:2`",
  },
  RATES_MAX_AGE: {
    default: "`86400`",
    meaning: "how old a rate may be, in seconds. A currency whose rate is older is not offered",
  },
  QUOTE_GRACE: {
    default: "`3600`",
    meaning: "for how many seconds after the end of its quote money still counts at the quoted rate",
  },
  CHARGEBACK_FEE_BORNE_BY: {
    default: "`merchant`",
    meaning: "who bears what a provider asks for a dispute of the payer's bank: `merchant` or `house`",
  },
  REFUND_FEES: {
    default: "`held`",
    meaning:
      "which of the buyer's fees go back with a refund: `held`, those of what was not released yet, or `always`, also those that were earned with what was",
  },
} as const satisfies Record<string, Variable>;
