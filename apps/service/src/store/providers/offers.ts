/** What each provider can do, as any process read it last. */
import type { Queryable } from "../../platform/database.js";

/** @param offer.capabilities a JSON list. offer.said a JSON object: an adapter's own words; null where it has none. */
export async function keepOffer(
  db: Queryable,
  offer: { readonly provider: string; readonly capabilities: string; readonly said: string | null },
): Promise<void> {
  await db.query({
    name: "keep provider offer",
    text: `
      insert into provider_offers (provider, capabilities, said, read_at) values ($1, $2::jsonb, $3::jsonb, service_now())
      on conflict (provider) do update set capabilities = excluded.capabilities, said = excluded.said, read_at = excluded.read_at`,
    values: [offer.provider, offer.capabilities, offer.said],
  });
}

/** What an adapter said of itself; null for nothing yet. */
export async function findOfferSaid(db: Queryable, provider: string): Promise<unknown> {
  const [row] = await db.query<{ said: unknown }>({
    name: "find provider offer",
    text: "select said from provider_offers where provider = $1",
    values: [provider],
  });
  return row?.said ?? null;
}
