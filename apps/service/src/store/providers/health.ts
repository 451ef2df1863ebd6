/**
 * Which providers are left alone, and until when. A row is there from the first failure until the provider answers again;
 * all processes read and write the same ones. Claims of calls look here too (store/queue/provider-calls).
 */
import type { Queryable } from "../../platform/database.js";

export type Health = {
  readonly provider: string;
  /** Nothing but a probe is asked. */
  readonly isHeld: boolean;
  /** For how long it has not answered. */
  readonly seconds: number;
  readonly reason: string;
};

/** Those that have failed since they last answered, and which of them nothing but a probe is asked. */
export const readHealth = (db: Queryable): Promise<readonly Health[]> =>
  db.query<Health>({
    name: "read provider health",
    text: `
      select provider, held_until is not null as "isHeld", (service_now() - since)::integer as seconds, reason from provider_health`,
  });

/** Failures in a row after which a provider is left alone. */
const FAILURES_MAX = 5;
/** Between two probes: the first time, and at most. */
const GAP_MIN = 5;
const GAP_MAX = 300;

/** One more failure. True when it was asked as usual, and is left alone from now on. */
export async function noteFailure(
  db: Queryable,
  failure: {
    readonly provider: string;
    readonly reason: string;
    readonly isKeyRefused: boolean;
    /** How long it asked to be left alone. */
    readonly retryAfterSeconds: number | null;
  },
): Promise<boolean> {
  const rows = await db.query<{ opened: boolean }>({
    name: "note provider failure",
    text: `
      with old as (select held_until from provider_health where provider = $1),
      noted as (
        insert into provider_health as h (provider, failures, held_until, gap, is_key_refused, reason, since)
        values ($1, 1, case when $3::boolean or $4::integer is not null then service_now_ms() + 1000 * greatest(${GAP_MIN}, $4::integer) end,
          ${GAP_MIN}, $3::boolean, $2, service_now())
        on conflict (provider) do update set failures = h.failures + 1, reason = excluded.reason,
          is_key_refused = h.is_key_refused or excluded.is_key_refused,
          gap = case when h.held_until is null then ${GAP_MIN} else least(${GAP_MAX}, h.gap * 2) end,
          held_until = case
            when h.held_until is not null or $3::boolean or $4::integer is not null or h.failures + 1 >= ${FAILURES_MAX}
            then greatest(h.held_until, service_now_ms() + 1000 * greatest(
              case when h.held_until is null then ${GAP_MIN} else least(${GAP_MAX}, h.gap * 2) end, $4::integer)) end
        returning held_until
      )
      select noted.held_until is not null and not exists (select 1 from old where held_until is not null) as opened from noted`,
    values: [failure.provider, failure.reason, failure.isKeyRefused, failure.retryAfterSeconds],
  });
  return rows[0]?.opened === true;
}

/** It answers: it is asked as usual again. */
export async function noteAnswer(db: Queryable, provider: string): Promise<void> {
  await db.query({
    name: "note provider answer",
    text: "delete from provider_health where provider = $1",
    values: [provider],
  });
}
