/** What providers told us and nobody could book, and which of them fail: it waits for an operator. */
import type { Labels } from "../../../domain/provider-looks.js";
import type { Queryable } from "../../../platform/database.js";

export type PendingNotice = {
  readonly id: string;
  readonly provider: string;
  readonly noticeId: string;
  /** UNNAMED: of nothing that is known here. */
  readonly status: "UNNAMED" | "PARKED";
  readonly received: number;
  readonly tries: number;
  readonly error: string;
  /** As it was understood: JSON. */
  readonly reports: string;
};

/** More than that, and something else is wrong. */
const SHOWN_MAX = 100;

/** Those that wait for a person, the oldest first; leans on the index provider_notices_waiting. */
export async function listPendingNotices(db: Queryable): Promise<readonly PendingNotice[]> {
  const rows = await db.query<Omit<PendingNotice, "received"> & { received: string }>({
    name: "list waiting notices",
    text: `
      select id, provider, notice_id as "noticeId", status, received, tries, coalesce(error, '') as error, reports::text as reports
      from provider_notices where status in ('UNNAMED', 'PARKED') order by received, id limit ${SHOWN_MAX}`,
  });
  return rows.map((row) => ({ ...row, received: Number(row.received) }));
}

export type FailingProvider = {
  readonly provider: string;
  readonly failures: number;
  /** It is left alone, but for a probe now and then. */
  readonly isHeld: boolean;
  readonly isKeyRefused: boolean;
  readonly reason: string;
  /** Unix seconds: its first failure since it last answered. */
  readonly since: number;
};

export async function listFailingProviders(db: Queryable): Promise<readonly FailingProvider[]> {
  const rows = await db.query<Omit<FailingProvider, "since"> & { since: string }>({
    name: "list failing providers",
    text: `
      select provider, failures, held_until is not null as "isHeld", is_key_refused as "isKeyRefused", reason, since
      from provider_health order by since, provider`,
  });
  return rows.map((row) => ({ ...row, since: Number(row.since) }));
}

/** What a provider can do, as it was read last. Amounts are in hundredths, as text. */
export type ProviderOffer = {
  readonly provider: string;
  readonly capabilities: readonly {
    readonly direction: "in" | "out";
    readonly method: string;
    readonly currency: string;
    readonly countries: readonly string[] | null;
    readonly labels?: Labels;
    readonly least: string;
    readonly most: string;
  }[];
  /** Unix seconds. */
  readonly readAt: number;
};

/** Those that were read within a day: others are not among the deployment's any more. */
export async function listProviderOffers(db: Queryable): Promise<readonly ProviderOffer[]> {
  const rows = await db.query<Omit<ProviderOffer, "readAt"> & { readAt: string }>({
    name: "list provider offers",
    text: `
      select provider, capabilities, read_at as "readAt" from provider_offers
      where read_at > service_now() - 86400 order by provider`,
  });
  return rows.map((row) => ({ ...row, readAt: Number(row.readAt) }));
}
