/** Rates of currencies as they are written down. */
import type { Rate } from "../../domain/rates.js";
import type { Queryable } from "../../platform/database.js";

type Row = Omit<Rate, "at"> & { readonly id: string; readonly at: string };

export type StoredRate = Rate & { readonly id: string };

/** What was accepted last of every currency, by currency, however old. Leans on the index rates_current. */
export async function listCurrentRates(db: Queryable): Promise<readonly StoredRate[]> {
  const rows = await db.query<Row>({
    name: "current rates",
    text: "select id, currency, rate, source, at from rates where status = 'CURRENT' order by currency",
  });
  return rows.map((row) => ({ ...row, at: Number(row.at) }));
}
