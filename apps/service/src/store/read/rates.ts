/** Rates of currencies as they are written down, and where they come from. */
import type { Rate } from "../../domain/rates.js";
import type { Queryable } from "../../platform/database.js";
import { toNumber } from "../rows.js";

type Row = Omit<Rate, "at"> & { readonly id: string; readonly at: string };

export type StoredRate = Rate & { readonly id: string };

const rateFromRow = (row: Row): StoredRate => ({ ...row, at: Number(row.at) });

/** What was accepted last of every currency, by currency, however old. Leans on the index rates_current. */
export async function listCurrentRates(db: Queryable): Promise<readonly StoredRate[]> {
  const rows = await db.query<Row>({
    name: "current rates",
    text: "select id, currency, rate, source, at from rates where status = 'CURRENT' order by currency",
  });
  return rows.map(rateFromRow);
}

/** What waits for an operator, by currency. Leans on the index rates_waiting. */
export async function listWaitingRates(db: Queryable): Promise<readonly StoredRate[]> {
  const rows = await db.query<Row>({
    name: "waiting rates",
    text: "select id, currency, rate, source, at from rates where status = 'WAITING' order by currency",
  });
  return rows.map(rateFromRow);
}

/** Where rates come from, as a worker found it last. */
export type RateSource = {
  /** `RATES_FILE`, or a provider. */
  readonly name: string;
  /** Unix seconds at which it could be read last; null as long as it never could. */
  readonly read: number | null;
  /** Why it can't be read, or what of it can't be used; null for nothing. */
  readonly problem: string | null;
  /** Unix seconds since when there is one. */
  readonly since: number | null;
};

export async function findRateSource(db: Queryable): Promise<RateSource | null> {
  const [row] = await db.query<{ name: string; read: string | null; problem: string | null; since: string | null }>({
    name: "rate source",
    text: "select name, read, problem, since from rate_source",
  });
  return row === undefined ? null : { ...row, read: toNumber(row.read), since: toNumber(row.since) };
}

/** What an operator watches. */
export type RateFigures = {
  /** Until it is too old; less than nothing for how long it has been so. */
  readonly current: readonly { readonly currency: string; readonly leftSeconds: number }[];
  readonly waiting: readonly { readonly currency: string; readonly seconds: number }[];
  /** Null where nothing is read. `seconds`: for how long there has been a problem, 0 for none. */
  readonly source: { readonly name: string; readonly seconds: number } | null;
};

/** A currency that its source has left out for so long was taken out on purpose. */
export const GIVEN_UP_SECONDS = 604_800;

/** @param ageMaxSeconds older than this a rate is none */
export async function readRateFigures(db: Queryable, ageMaxSeconds: number): Promise<RateFigures> {
  const rows = await db.query<{ kind: "current" | "waiting" | "source"; name: string; seconds: string }>({
    name: "rate figures",
    text: `
      select 'current' as kind, currency as name, at + $1 - service_now() as seconds from rates
      where status = 'CURRENT' and at > service_now() - $1 - ${GIVEN_UP_SECONDS}
      union all
      select 'waiting', currency, service_now() - created from rates where status = 'WAITING'
      union all
      select 'source', name, coalesce(service_now() - since, 0) from rate_source`,
    values: [ageMaxSeconds],
  });
  const of = (kind: string) => rows.filter((row) => row.kind === kind);
  const [source] = of("source");
  return {
    current: of("current").map(({ name, seconds }) => ({ currency: name, leftSeconds: Number(seconds) })),
    waiting: of("waiting").map(({ name, seconds }) => ({ currency: name, seconds: Math.max(0, Number(seconds)) })),
    source: source === undefined ? null : { name: source.name, seconds: Number(source.seconds) },
  };
}
