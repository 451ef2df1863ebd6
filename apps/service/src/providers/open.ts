/** Which providers a deployment has, and which of them serves what. */
import type { PaymentMethod } from "@holdfast/contract";
import type { Queryable } from "../platform/database.js";
import { deriveKey } from "../platform/keys.js";
import type { HealthWatch } from "./health.js";
import { keeping } from "./keeper.js";
import type { Adapter, Capability, Money, Provider, Providers, Wanted } from "./port.js";
import { helperProvider } from "./sandbox/helper.js";
import { SANDBOX, type SandboxName } from "./sandbox/names.js";
import { openSimulator } from "./sandbox/simulator.js";

const NAMES = Object.keys(SANDBOX) as readonly SandboxName[];

/** What a simulated provider signs with: as if it had been agreed on when the account there was opened. */
export const noticeKey = (secret: Buffer, name: SandboxName): Buffer => deriveKey(secret, `notices of ${name}`);

type Means = {
  readonly db: Queryable;
  /** The deployment's SECRET_KEY. */
  readonly secret: Buffer;
  /** Where the pages of simulated providers are: PUBLIC_URL. */
  readonly origin: () => string;
  /** Without it no provider is ever left alone. What only one serves that is left alone is not offered. */
  readonly health?: Pick<HealthWatch, "answered" | "failed" | "isHeld">;
};

/** In live mode there is none: there is no provider of real money yet, and play money is not taken for it. */
export function openProviders(config: { readonly mode: "sandbox" | "live" }, means: Means): Providers {
  const adapters: readonly Adapter[] =
    config.mode === "live"
      ? []
      : [...NAMES.map((name) => openSimulator(name, { ...means, key: noticeKey(means.secret, name) })), helperProvider];
  return gathered(adapters, means);
}

/** The order of `adapters` is the one in which they are preferred. */
export function gathered(adapters: readonly Adapter[], { db, health }: Pick<Means, "db" | "health">): Providers {
  const all = adapters.map((adapter) => keeping(adapter, { db, ...(health === undefined ? {} : { watch: health }) }));
  const serving = (direction: Capability["direction"], method: string, wanted: Wanted): Provider | null =>
    all.find(
      ({ name, capabilities }) =>
        health?.isHeld(name) !== true && capabilities.some((one) => serves(one, { direction, method, wanted })),
    ) ?? null;
  const offered = [
    ...new Set(all.flatMap(({ capabilities }) => capabilities.filter(isTaking).map(({ method }) => method))),
  ];
  return {
    methods: (money: Money): readonly PaymentMethod[] =>
      offered.filter((method) => serving("in", method, { ...money, country: null }) !== null),
    forPayment: (method, wanted) => serving("in", method, wanted),
    forPayout: (kind, wanted) => serving("out", kind, wanted),
    byName: (name) => all.find((one) => one.name === name) ?? null,
    all,
  };
}

const isTaking = (one: Capability): one is Extract<Capability, { direction: "in" }> => one.direction === "in";

type Sought = { readonly direction: Capability["direction"]; readonly method: string; readonly wanted: Wanted };

/** What is not known of a payer or payee yet, such as the country of a phone, no capability is refused for. */
function serves(one: Capability, { direction, method, wanted }: Sought): boolean {
  return (
    one.direction === direction &&
    one.method === method &&
    one.currency === wanted.currency &&
    (one.countries === null || wanted.country === null || one.countries.includes(wanted.country)) &&
    one.least <= wanted.amount &&
    wanted.amount <= one.most &&
    (one.decimals === 2 || wanted.amount % 100n === 0n)
  );
}

/** Of a provider's payments by a method: the most that any of its capabilities says. */
export const lateDaysOf = ({ capabilities }: Pick<Provider, "capabilities">, method: PaymentMethod): number =>
  Math.max(
    0,
    ...capabilities
      .filter(isTaking)
      .filter((one) => one.method === method)
      .map(({ lateDays }) => lateDays),
  );
