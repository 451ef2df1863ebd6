/** What the command line tells of payment providers. */
import type { Config } from "../config/index.js";
import { type Currency, formatAmount } from "../domain/currencies.js";
import { CURRENCY } from "../domain/money.js";
import { isFresh } from "../domain/rates.js";
import { type Lack, lackOf, unrated } from "../domain/serving.js";
import type { Database } from "../platform/database.js";
import { basesOf, nearBasesOf, openProviders } from "../providers/open.js";
import { answeredWithinMs, type Capability, type Provider } from "../providers/port.js";
import { HELPER_PROVIDER } from "../providers/sandbox/names.js";
import { secretKeysOf } from "../setup.js";
import { listObjects } from "../store/providers/objects.js";
import { readClock } from "../store/read/clock.js";
import { listFailingProviders, listPendingNotices } from "../store/read/desk/providers.js";
import { listCurrentRates } from "../store/read/rates.js";

export type ProviderObject = {
  readonly name: string;
  /** Null when it did not answer. */
  readonly account: string | null;
  readonly mode: "live" | "test" | null;
  /** What can be paid out, by currency; empty when it did not say. */
  readonly balance: Readonly<Record<string, string>>;
  readonly capabilities: readonly string[];
  /** What has to be put right, in sentences. */
  readonly problems: readonly string[];
};

/** Asks each provider of the configuration, and says what is wrong. */
export async function checkProviders(db: Database, config: Config): Promise<readonly ProviderObject[]> {
  const [failing, rated] = await Promise.all([listFailingProviders(db), listRated(db, config)]);
  return withProviders(db, config, (all) =>
    Promise.all(
      all
        .filter(({ name }) => name !== HELPER_PROVIDER)
        .map((provider) =>
          checkProvider(provider, config, {
            rated,
            failure: failing.find((one) => one.provider === provider.name)?.reason,
          }),
        ),
    ),
  );
}

/** The providers of the configuration for as long as `work` takes. */
export async function withProviders<Result>(
  db: Database,
  config: Config,
  work: (all: readonly Provider[]) => Promise<Result>,
): Promise<Result> {
  // Loaded when it is needed: other commands start sooner without a client of HTTP.
  const { openHttpClient } = await import("../providers/http-client.js");
  const { mode, extraCa } = config;
  const [secret] = secretKeysOf(config);
  const origin = (): string => config.publicUrl ?? `http://localhost:${config.port}`;
  const httpClient = openHttpClient({
    bases: basesOf(config.providers),
    near: nearBasesOf(config.providers),
    isSandbox: mode === "sandbox",
    withinMs: answeredWithinMs(config.providers.timeoutMs),
    extraCa,
  });
  try {
    const { all } = openProviders(config, { db, secret, origin, httpClient });
    await Promise.all(all.map((provider) => provider.refresh()));
    return await work(all);
  } finally {
    await httpClient.close();
  }
}

async function checkProvider(
  { name, capabilities, books, check, balance }: Provider,
  { mode }: Config,
  { rated, failure }: { readonly rated: readonly Currency[]; readonly failure: string | undefined },
): Promise<ProviderObject> {
  const [checked, lying] = await Promise.all([check(), balance()]);
  const lack = lackOf(capabilities, rated);
  const waiting = unrated(capabilities, rated);
  const isLive = checked.kind === "checked" ? checked.isLive : null;
  return {
    name,
    account: checked.kind === "checked" ? checked.account : null,
    mode: isLive === null ? null : isLive ? "live" : "test",
    balance:
      lying.kind === "balance"
        ? Object.fromEntries(lying.available.map(({ currency, amount }) => [currency, formatAmount(amount, currency)]))
        : {},
    capabilities: [
      ...linesOf(capabilities),
      ...(waiting.length === 0 ? [] : [`waits for a rate: ${waiting.join(" ")}`]),
      ...(lack === null ? [] : LACKS[lack]),
      ...(books === null ? [NO_BOOKS] : []),
    ],
    problems: [
      ...(checked.kind === "checked" ? checked.problems : [`It does not answer: ${checked.reason}.`]),
      ...(lying.kind === "balance" ? [] : [`It does not tell its balance: ${lying.reason}.`]),
      ...(isLive !== null && isLive !== (mode === "live")
        ? [`It is in ${isLive ? "live" : "test"} mode, and we are not.`]
        : []),
      ...(failure === undefined ? [] : [`It failed when it was last asked: ${failure}.`]),
      ...(lack === "both" ? [`It serves nothing in ${CURRENCY}, nor in a currency that has a rate.`] : []),
    ],
  };
}

const NO_BOOKS = "has no statement that can be read: compare with its own portal";

const LACKS = {
  in: [`takes no payments in ${CURRENCY}`],
  out: [`pays nobody out in ${CURRENCY}`],
  // That is a problem, and said as one.
  both: [],
} as const satisfies Record<Lack, readonly string[]>;

/** Currencies, as far as a line of a terminal names them. */
const NAMED_MAX = 20;

/** A line each; where many are alike but for their currency and bounds, one of all. */
function linesOf(capabilities: readonly Capability[]): readonly string[] {
  const alike = Map.groupBy(capabilities, (one) => `${wayOf(one)} ${whereOf(one)}`);
  return [...alike.values()].flatMap((some) => {
    const [first] = some;
    if (first === undefined || some.length <= NAMED_MAX) return some.map(lineOf);
    const currencies = some.map(({ currency }) => currency);
    return [`${wayOf(first)} in ${currencies.length} currencies: ${currencies.join(" ")}${whereOf(first)}`];
  });
}

const lineOf = (one: Capability): string => {
  const [least, most] = [one.least, one.most].map((amount) => formatAmount(amount, one.currency));
  return `${wayOf(one)} in ${one.currency} from ${least} to ${most}${whereOf(one)}`;
};

const wayOf = ({ direction, method }: Capability): string => `${direction === "in" ? "takes" : "pays out"} ${method}`;

const whereOf = ({ countries }: Capability): string => (countries === null ? "" : `, ${countries.join(" ")}`);

/** Currencies that have a rate now. */
async function listRated(db: Database, { rates: { ageMaxSeconds } }: Config): Promise<readonly Currency[]> {
  const [{ now }, rates] = await Promise.all([readClock(db), listCurrentRates(db)]);
  return rates.filter((rate) => isFresh(rate, now, ageMaxSeconds)).map(({ currency }) => currency);
}

export type NoticeObject = Awaited<ReturnType<typeof providerNotices>>[number];

/** Those that wait for a person, the oldest first. */
export const providerNotices = async (db: Database) =>
  (await listPendingNotices(db)).map(({ noticeId, reports, ...notice }) => ({
    ...notice,
    notice_id: noticeId,
    reports: JSON.parse(reports) as unknown,
  }));

export type KeptObject = Awaited<ReturnType<typeof providerObjects>>[number];

/** All that is kept under a reference of ours, or an id of theirs. */
export const providerObjects = async (db: Database, reference: string) =>
  (await listObjects(db, reference)).map(({ theirId, at, lastAt, now: _, data, ...object }) => ({
    ...object,
    their_id: theirId,
    asked_at: at,
    last_asked_at: lastAt,
    data,
  }));
