/** Which providers a deployment has, and which of them serves what. */
import type { PaymentMethod } from "@holdfast/contract";
import { stepOf } from "../domain/currencies.js";
import { type Cents, cents } from "../domain/money.js";
import { ANY_ACCOUNT, isPayable, type PayeeForm } from "../domain/payees.js";
import type { Payee } from "../domain/payouts.js";
import type { Rail } from "../domain/rails.js";
import type { Queryable } from "../platform/database.js";
import { deriveKey } from "../platform/keys.js";
import { FLUTTERWAVE, openFlutterwave } from "./flutterwave/adapter.js";
import type { FlutterwaveSettings } from "./flutterwave/settings.js";
import type { HealthWatch } from "./health.js";
import { openHttp } from "./http/adapter.js";
import { callbackPathOf, type HttpSettings, httpName } from "./http/settings.js";
import type { HttpClient } from "./http-client.js";
import { shownAs } from "./looks.js";
import { openRail } from "./manual/adapter.js";
import { MOMO, openMomo } from "./momo/adapter.js";
import type { MomoSettings } from "./momo/settings.js";
import { openPawapay, PAWAPAY } from "./pawapay/adapter.js";
import type { PawapaySettings } from "./pawapay/settings.js";
import { openPaystack, PAYSTACK } from "./paystack/adapter.js";
import type { PaystackSettings } from "./paystack/settings.js";
import {
  type Adapter,
  CALL_WITHIN_MS,
  type Capability,
  type Provider,
  type Providers,
  type Stay,
  type Wanted,
} from "./port.js";
import { helperProvider } from "./sandbox/helper.js";
import { SANDBOX, type SandboxName } from "./sandbox/names.js";
import { openSimulator } from "./sandbox/simulator.js";
import { openStripe, STRIPE } from "./stripe/adapter.js";
import type { StripeSettings } from "./stripe/settings.js";
import { objectsOf, wrapped } from "./wrapper.js";

const NAMES = Object.keys(SANDBOX) as readonly SandboxName[];

/** What a simulated provider signs with: as if it had been agreed on when the account there was opened. */
export const noticeKey = (secret: Buffer, name: SandboxName): Buffer => deriveKey(secret, `notices of ${name}`);

type Means = {
  readonly db: Queryable;
  /** The deployment's SECRET_KEY. */
  readonly secret: Buffer;
  /** Where buyers see us, and where providers notify us: PUBLIC_URL. */
  readonly origin: () => string;
  /** How providers of real money are reached: to the addresses of {@link basesOf}. */
  readonly httpClient?: Pick<HttpClient, "ask">;
  /** Without it no provider is ever left alone. What only one serves that is left alone is not offered. */
  readonly health?: Pick<HealthWatch, "answered" | "failed" | "isHeld">;
};

/** `names`: the most preferred first; `sandbox` are the simulated ones. The others are null where they are not named. */
type Chosen = {
  readonly names: readonly ("sandbox" | RealName | HttpName)[];
  readonly stripe: StripeSettings | null;
  readonly pawapay: PawapaySettings | null;
  readonly paystack: PaystackSettings | null;
  readonly flutterwave: FlutterwaveSettings | null;
  readonly momo: MomoSettings | null;
  /** Adapters of the operator's own. */
  readonly http?: readonly HttpSettings[];
  /** Whether sellers' money is kept in accounts of their own at the provider. */
  readonly connect?: boolean;
  /** From a call to its answer. */
  readonly timeoutMs?: number;
  /** Rails of the operator's own. */
  readonly manual: { readonly isLive: boolean; readonly rails: readonly Rail[] } | null;
};
type RealName = "stripe" | "pawapay" | "paystack" | "flutterwave" | "momo" | "manual";
/** An adapter over HTTP, as PROVIDERS names it. */
type HttpName = `http:${string}`;
type Config = { readonly mode: "sandbox" | "live"; readonly providers?: Chosen };

const SIMULATED: Chosen = {
  names: ["sandbox"],
  stripe: null,
  pawapay: null,
  paystack: null,
  flutterwave: null,
  momo: null,
  manual: null,
};

/** In live mode play money is taken for nothing. In the sandbox the simulated ones are always there for what they hold. */
export function openProviders({ mode, providers = SIMULATED }: Config, means: Means): Providers {
  const simulated =
    mode === "live"
      ? []
      : NAMES.map((name) =>
          openSimulator(name, { ...means, key: noticeKey(means.secret, name), isHolder: providers.connect === true }),
        );
  const chosen = providers.names.flatMap((name) => {
    if (name === "sandbox") return simulated;
    return isReal(name) ? REAL[name](providers, means) : overHttp(name, providers, means);
  });
  const rest = mode === "live" ? [] : [...simulated.filter((one) => !chosen.includes(one)), helperProvider];
  const { timeoutMs = CALL_WITHIN_MS } = providers;
  return gathered(chosen, { ...means, retired: rest, withinMs: timeoutMs });
}

/** Where adapters may go. */
export const basesOf = ({ stripe, pawapay, paystack, flutterwave, momo, http = [] }: Chosen): readonly string[] => [
  ...(stripe === null ? [] : [stripe.apiBase, stripe.filesBase]),
  ...(pawapay === null ? [] : [pawapay.apiBase, pawapay.statementsBase]),
  ...(paystack === null ? [] : [paystack.apiBase]),
  ...(flutterwave === null ? [] : [flutterwave.apiBase]),
  ...(momo === null ? [] : [momo.apiBase]),
  ...http.map(({ url }) => url),
];

/** Those of them that may be on this machine or in the operator's own network in any mode. */
export const nearBasesOf = ({ http = [] }: Chosen): readonly string[] =>
  http.filter(({ isNear }) => isNear).map(({ url }) => url);

/** Providers of real money. */
const REAL: Readonly<Record<RealName, (chosen: Chosen, means: Means) => readonly Adapter[]>> = {
  stripe: ({ stripe, connect = false }, means) =>
    stripe === null ? [] : [openStripe({ ...stripe, isHolder: connect }, reaching(STRIPE, means))],
  pawapay: ({ pawapay }, means) => (pawapay === null ? [] : [openPawapay(pawapay, reaching(PAWAPAY, means))]),
  paystack: ({ paystack }, means) => (paystack === null ? [] : [openPaystack(paystack, reaching(PAYSTACK, means))]),
  flutterwave: ({ flutterwave }, means) =>
    flutterwave === null ? [] : [openFlutterwave(flutterwave, reaching(FLUTTERWAVE, means))],
  momo: ({ momo }, means) => (momo === null ? [] : [openMomo(momo, reaching(MOMO, means))]),
  manual: ({ manual }, { db }) => manual?.rails.map((rail) => openRail(rail, { db, isLive: manual.isLive })) ?? [],
};

const isReal = (name: RealName | HttpName): name is RealName => Object.hasOwn(REAL, name);

function overHttp(name: HttpName, { http = [] }: Chosen, means: Means): readonly Adapter[] {
  return http
    .filter((one) => httpName(one.name) === name)
    .map((one) =>
      openHttp(one, {
        httpClient: clientOf(name, means),
        callbackUrl: () => means.origin() + callbackPathOf(one.name),
      }),
    );
}

function clientOf(name: string, { httpClient }: Means) {
  if (httpClient === undefined) throw new Error(`${name} can't be reached without a httpClient`);
  return httpClient;
}

function reaching(name: string, means: Means) {
  const { db, origin } = means;
  return {
    httpClient: clientOf(name, means),
    objects: objectsOf(db, name),
    callbackUrl: () => (origin().startsWith("https://") ? `${origin()}/callbacks/${name}` : null),
  };
}

type Gathering = Pick<Means, "db" | "health"> & {
  /** Offered no more: what they hold is still paid back by them. */
  readonly retired?: readonly Adapter[];
  readonly withinMs?: number;
};

/** The order of `adapters` is the one in which they are preferred. */
export function gathered(
  adapters: readonly Adapter[],
  { db, health, retired = [], withinMs = CALL_WITHIN_MS }: Gathering,
): Providers {
  const kept = (adapter: Adapter): Provider =>
    wrapped(adapter, { db, withinMs, ...(health === undefined ? {} : { watch: health }) });
  const active = adapters.map(kept);
  const all = [...active, ...retired.map(kept)];
  const serving = (way: Way, wanted: Wanted): Provider | null =>
    active.find(
      ({ name, capabilities }) =>
        health?.isHeld(name) !== true && capabilities.some((one) => serves(one, { ...way, wanted })),
    ) ?? null;
  const capable = (): readonly Capability[] => active.flatMap(({ capabilities }) => capabilities);
  /** What an adapter over HTTP can do nobody knows before it is asked. */
  const taken = (): readonly PaymentMethod[] => [
    ...new Set(active.flatMap(({ capabilities }) => capabilities.filter(isTaking).map(({ method }) => method))),
  ];
  return {
    methods: (wanted): readonly PaymentMethod[] =>
      taken().filter((method) => serving({ direction: "in", method }, { ...wanted, country: null }) !== null),
    stays: () => all.flatMap(staysOf),
    forPayment: (method, wanted) => serving({ direction: "in", method }, wanted),
    forPayout: (payee, wanted) => serving(outTo(payee), wanted),
    shownIn: (method, wanted) =>
      shownAs(
        rowsOf(
          active.filter(({ name }) => health?.isHeld(name) !== true),
          (one) => serves(one, { direction: "in", method, wanted }),
        ),
        // By what phone, and so in which country, is not known yet.
        { isFirst: method !== "mobile_money" },
      ),
    shownOut: (whom, to) => {
      const isSomebody = whom !== null && "kind" in whom;
      const form = whom === null || isSomebody ? null : whom;
      const way: Way = isSomebody ? outTo(whom) : { direction: "out", method: form === null ? "mobile_money" : "bank" };
      const rows = rowsOf(active, (one) => isFor(one, { ...way, to }) && (form === null || isOfForm(one, form)));
      return shownAs(rows, { isFirst: isSomebody });
    },
    reaches: (payee, to) =>
      active.some(({ capabilities }) => capabilities.some((one) => isFor(one, { ...outTo(payee), to }))),
    payees: (currency) => {
      const pays = active.flatMap(({ capabilities }) =>
        capabilities.flatMap((one) => (one.direction === "out" && one.currency === currency ? [one] : [])),
      );
      const forms = pays.flatMap(({ method, payee = ANY_ACCOUNT }) => (method === "bank" ? [payee] : []));
      return {
        isMobile: pays.some(({ method }) => method === "mobile_money"),
        forms: [...new Map(forms.map((form) => [form.id, form])).values()],
      };
    },
    currencies: (way) => [
      ...new Set(
        capable()
          .filter((one) => servesFrom(one, way))
          .map(({ currency }) => currency),
      ),
    ],
    step: (currency, direction) => {
      const steps = capable()
        .filter((one) => one.direction === direction && one.currency === currency)
        .map(smallestOf);
      return steps.length === 0 ? null : steps.reduce((a, b) => (a > b ? a : b));
    },
    countries: (direction, method, currency) => {
      const to = { currency, country: null };
      const rows = active.flatMap(({ capabilities }) =>
        capabilities.filter((one) => isFor(one, { direction, method, to })),
      );
      const named = rows.map((one) => one.countries);
      return named.includes(null) ? null : [...new Set(named.flatMap((some) => some ?? []))];
    },
    networks: (currency) => adapters.flatMap((adapter) => adapter.networks?.(currency) ?? []),
    get holder() {
      const found = active.find(({ holder }) => holder !== null);
      return found?.holder == null ? null : { name: found.name, holder: found.holder };
    },
    payPages: () => [...new Set(adapters.flatMap((adapter) => adapter.payPages?.() ?? []))],
    byName: (name) => all.find((one) => one.name === name) ?? null,
    all,
  };
}

const DAY_SECONDS = 86_400;

/** Of several capabilities for one method, the shorter bounds. */
function staysOf({ name, capabilities }: Provider): readonly Stay[] {
  const least = (days: readonly (number | null)[]): number | null => {
    const bounds = days.filter((one) => one !== null);
    return bounds.length === 0 ? null : Math.min(...bounds);
  };
  return [...Map.groupBy(capabilities.filter(isTaking), ({ method }) => method)].flatMap(([method, rows]) => {
    const refundDays = least(rows.map((one) => one.refundDays));
    const holdDays = least(rows.map((one) => one.holdDays));
    return refundDays === null && holdDays === null ? [] : [{ provider: name, method, refundDays, holdDays }];
  });
}

const isTaking = (one: Capability): one is Extract<Capability, { direction: "in" }> => one.direction === "in";

type Way = {
  readonly direction: Capability["direction"];
  readonly method: string;
  /** Left out where nobody in particular is paid. */
  readonly payee?: Payee;
};
const outTo = (payee: Payee): Way => ({ direction: "out", method: payee.kind, payee });

/** What is not known of a payer or payee yet, such as the country of a phone, no capability is refused for. */
const isFor = (
  one: Capability,
  { direction, method, payee, to }: Way & { readonly to: Pick<Wanted, "currency" | "country"> },
): boolean =>
  one.direction === direction &&
  one.method === method &&
  one.currency === to.currency &&
  isThere(one, to.country) &&
  (payee === undefined || takes(one, payee));

const servesFrom = (
  one: Capability,
  { direction, method, country, isNamed = false }: Parameters<Providers["currencies"]>[0],
): boolean =>
  one.direction === direction &&
  (method === undefined || one.method === method) &&
  isThere(one, country) &&
  !(isNamed && one.countries === null);

const isThere = ({ countries }: Capability, country: string | null): boolean =>
  countries === null || country === null || countries.includes(country);

const isOfForm = (one: Capability, { id }: PayeeForm): boolean =>
  one.direction === "out" && (one.payee ?? ANY_ACCOUNT).id === id;

const rowsOf = (some: readonly Provider[], fits: (one: Capability) => boolean) =>
  some.flatMap(({ name, capabilities, looks }) =>
    capabilities.filter(fits).map((one) => ({ provider: name, icon: looks.icon, one })),
  );

/** Whether an account at a bank is named as the provider wants it. */
const takes = (one: Capability, payee: Payee): boolean =>
  one.direction === "out" && (one.method !== "bank" || isPayable(one.payee ?? ANY_ACCOUNT, payee));

/** What amounts are multiples of, in the unit of the currency. */
const smallestOf = ({ currency, decimals, step }: Pick<Capability, "currency" | "decimals" | "step">): Cents =>
  step ?? cents(stepOf(currency, decimals));

function serves(one: Capability, { wanted, ...way }: Way & { readonly wanted: Wanted }): boolean {
  return (
    isFor(one, { ...way, to: wanted }) &&
    one.least <= wanted.amount &&
    wanted.amount <= one.most &&
    wanted.amount % smallestOf(one) === 0n &&
    (!isTaking(one) || one.holdDays === null || (wanted.heldSeconds ?? 0) <= one.holdDays * DAY_SECONDS)
  );
}
