/**
 * What providers were asked, by our references: written before they are asked and after they answered, so that nothing is
 * asked for twice. A row is read and changed by one statement each time, so of two who ask at once one comes first.
 */
import type { Queryable } from "../../platform/database.js";

/** ASKED: nobody knows yet. MADE: the provider has it. REFUSED: for good. WITHDRAWN: given up, and never asked for again. */
type ObjectStatus = "ASKED" | "MADE" | "REFUSED" | "WITHDRAWN";

export type ObjectKey = { readonly provider: string; readonly kind: string; readonly reference: string };

export type StoredObject = {
  readonly reference: string;
  readonly status: ObjectStatus;
  readonly theirId: string | null;
  /** How often it may have been asked for. */
  readonly asks: number;
  /** Unix seconds of the service's clock: the first time, the last, and now. */
  readonly at: number;
  readonly lastAt: number;
  readonly now: number;
  readonly data: Readonly<Record<string, string>>;
};

type Row = Omit<StoredObject, "at" | "lastAt" | "now"> & {
  readonly at: string;
  readonly lastAt: string;
  readonly now: string;
};

const COLUMNS = `reference, status, their_id as "theirId", asks, asked_at as at, last_at as "lastAt", service_now() as now, data`;

const fromRow = (row: Row): StoredObject => ({
  ...row,
  at: Number(row.at),
  lastAt: Number(row.lastAt),
  now: Number(row.now),
});

const first = (rows: readonly Row[]): StoredObject | null => (rows[0] === undefined ? null : fromRow(rows[0]));

const keyOf = ({ provider, kind, reference }: ObjectKey): readonly string[] => [provider, kind, reference];

/**
 * About to be asked for. `isFirst`: it never was before, and the caller may ask; every other caller has to look first.
 */
export async function beginObject(
  db: Queryable,
  key: ObjectKey,
): Promise<{ readonly object: StoredObject; readonly isFirst: boolean }> {
  const rows = await db.query<Row & { is_first: boolean }>({
    name: "begin provider object",
    text: `
      insert into provider_objects as known (provider, kind, reference, status, asks, asked_at, last_at)
      values ($1, $2, $3, 'ASKED', 1, service_now(), service_now())
      on conflict (provider, kind, reference) do update set asks = known.asks
      returning ${COLUMNS}, xmax = 0 as is_first`,
    values: keyOf(key),
  });
  const [{ is_first: isFirst, ...row } = {} as Row & { is_first: boolean }] = rows;
  return { object: fromRow(row), isFirst };
}

/** About to be asked for again. Null when it was given up or answered meanwhile, or somebody else asks at this moment. */
export async function repeatObject(db: Queryable, key: ObjectKey, known: StoredObject): Promise<StoredObject | null> {
  const rows = await db.query<Row>({
    name: "repeat provider object",
    text: `
      update provider_objects set asks = asks + 1, last_at = service_now()
      where provider = $1 and kind = $2 and reference = $3 and status = 'ASKED' and asks = $4
      returning ${COLUMNS}`,
    values: [...keyOf(key), known.asks],
  });
  return first(rows);
}

/** It is sure that the last question did nothing. */
export async function undoAsk(db: Queryable, key: ObjectKey): Promise<void> {
  await db.query({
    name: "undo ask of provider object",
    text: `
      update provider_objects set asks = greatest(0, asks - 1)
      where provider = $1 and kind = $2 and reference = $3 and status = 'ASKED'`,
    values: keyOf(key),
  });
}

export type Kept = {
  readonly status: "ASKED" | "MADE" | "REFUSED";
  readonly theirId?: string | undefined;
  readonly data?: Readonly<Record<string, string>> | undefined;
};

/** What it is afterwards: one that was given up stays so, and what is known of it is kept all the same. */
export async function keepObject(db: Queryable, key: ObjectKey, kept: Kept): Promise<StoredObject> {
  const rows = await db.query<Row>({
    name: "keep provider object",
    text: `
      insert into provider_objects as known (provider, kind, reference, status, asks, asked_at, last_at, their_id, data)
      values ($1, $2, $3, $4, 1, service_now(), service_now(), $5, $6::jsonb)
      on conflict (provider, kind, reference) do update set
        status = case when known.status = 'ASKED' or (known.status = 'MADE' and $4 = 'REFUSED') then $4 else known.status end,
        their_id = coalesce(known.their_id, $5), data = known.data || $6::jsonb
      returning ${COLUMNS}`,
    values: [...keyOf(key), kept.status, kept.theirId ?? null, JSON.stringify(kept.data ?? {})],
  });
  return fromRow(rows[0] as Row);
}

/**
 * The same beside a payment: of one that was asked for in another cell nothing is kept here. The id that is kept afterwards: the
 * first one stays, also of two that come at once.
 */
export async function keepBesidePayment(
  db: Queryable,
  { provider, kind, reference }: ObjectKey,
  { theirId, data }: Pick<Kept, "theirId" | "data">,
): Promise<string | null> {
  const rows = await db.query<{ their_id: string | null }>({
    name: "keep provider object beside payment",
    text: `
      insert into provider_objects as known (provider, kind, reference, status, asks, asked_at, last_at, their_id, data)
      select $1, $2, $3, 'MADE', 1, service_now(), service_now(), $4, $5::jsonb
      where exists (select 1 from provider_objects p where p.provider = $1 and p.kind = 'payment' and p.reference = $3)
        or exists (select 1 from payments p where p.provider = $1 and p.reference = $3)
      on conflict (provider, kind, reference) do update set
        their_id = coalesce(known.their_id, $4), data = known.data || $5::jsonb
      returning their_id`,
    values: [provider, kind, reference, theirId ?? null, JSON.stringify(data ?? {})],
  });
  return rows[0]?.their_id ?? null;
}

/** What it is afterwards. One that nobody has asked for will never be. */
export async function withdrawObject(
  db: Queryable,
  key: ObjectKey,
  { isGivenUp }: { readonly isGivenUp: boolean },
): Promise<StoredObject> {
  const rows = await db.query<Row>({
    name: "withdraw provider object",
    text: `
      insert into provider_objects as known (provider, kind, reference, status, asks, asked_at, last_at)
      values ($1, $2, $3, 'WITHDRAWN', 0, service_now(), service_now())
      on conflict (provider, kind, reference) do update set
        status = case when known.status <> 'REFUSED' and ($4::boolean or known.asks = 0) then 'WITHDRAWN' else known.status end
      returning ${COLUMNS}`,
    values: [...keyOf(key), isGivenUp],
  });
  return fromRow(rows[0] as Row);
}

export async function findObject(db: Queryable, key: ObjectKey): Promise<StoredObject | null> {
  const rows = await db.query<Row>({
    name: "find provider object",
    text: `select ${COLUMNS} from provider_objects where provider = $1 and kind = $2 and reference = $3`,
    values: keyOf(key),
  });
  return first(rows);
}

/** By the provider's own id; leans on the index provider_objects_theirs. */
export async function findObjectByProviderId(
  db: Queryable,
  { provider, kind, theirId }: { readonly provider: string; readonly kind: string; readonly theirId: string },
): Promise<StoredObject | null> {
  const rows = await db.query<Row>({
    name: "find provider object of theirs",
    text: `select ${COLUMNS} from provider_objects where provider = $1 and kind = $2 and their_id = $3`,
    values: [provider, kind, theirId],
  });
  return first(rows);
}

export type ListedObject = StoredObject & { readonly provider: string; readonly kind: string };

/** What is kept of any provider under one of our references, or under one of theirs; the oldest first. */
export async function listObjects(db: Queryable, named: string): Promise<readonly ListedObject[]> {
  const rows = await db.query<Row & { provider: string; kind: string }>({
    name: "list provider objects",
    text: `
      select provider, kind, ${COLUMNS} from provider_objects
      where reference = $1 or their_id = $1 order by asked_at, provider, kind`,
    values: [named],
  });
  return rows.map((row) => ({ ...fromRow(row), provider: row.provider, kind: row.kind }));
}
