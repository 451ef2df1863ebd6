/** What the command line does with the secrets that SECRET_KEY seals. */

import type { Config } from "../config/index.js";
import type { Queryable } from "../platform/database.js";
import type { Seal } from "../platform/seal.js";
import { openConfiguredSeal, openSealOfPeople } from "../setup.js";
import { findSealedOtherwise, forgetOtherKeys, replaceSealed } from "../store/identity/secret-key.js";
import { withDirectory } from "./cells.js";

export type Resealed = {
  /** Secrets that are sealed with the first key from now on, and were not. */
  readonly resealed: number;
  /** What none of the keys opens: it stays as it is. `table row`. */
  readonly failed: readonly string[];
  /** Keys that nothing is sealed with any more. */
  readonly retired: number;
};

/** Of each place that secrets stand in, in one step. */
const STEP = 20;

/**
 * Seals every secret with the first key of SECRET_KEY, a few at a time, beside a service that runs. It may be stopped at any moment
 * and begun again: what is done is done. Once nothing is left the older keys are retired, and those in flight meanwhile are
 * looked for once more.
 * @throws ConfigError when SECRET_KEY lacks a key that something is sealed with.
 */
export async function resealSecrets(db: Queryable, config: Config): Promise<Resealed> {
  const here = await resealIn({ db, areApart: false }, await openConfiguredSeal(config, db));
  if (config.cell === null) return here;
  const apart = await withDirectory(config, async ({ people }) =>
    resealIn({ db: people, areApart: true }, await openSealOfPeople(config, people, db)),
  );
  return {
    resealed: here.resealed + apart.resealed,
    failed: [...here.failed, ...apart.failed],
    retired: here.retired + apart.retired,
  };
}

type Place = { readonly db: Queryable; readonly areApart: boolean };

async function resealIn(place: Place, seal: Seal): Promise<Resealed> {
  const first = await resealAll(place, seal);
  if (first.failed.length > 0) return { ...first, retired: 0 };
  const retired = await forgetOtherKeys(place.db, seal.fingerprint);
  const late = await resealAll(place, seal);
  return { resealed: first.resealed + late.resealed, failed: late.failed, retired };
}

async function resealAll({ db, areApart }: Place, seal: Seal): Promise<Omit<Resealed, "retired">> {
  const failed: string[] = [];
  let resealed = 0;
  for (;;) {
    const rows = await findSealedOtherwise(db, { mark: seal.mark, limit: STEP, skip: failed, areApart });
    if (rows.length === 0) return { resealed, failed };
    for (const row of rows) {
      const text = opened(seal, row);
      if (text === null) failed.push(`${row.at} ${row.key}`);
      else if (await replaceSealed(db, row, seal.seal(text, row.place))) resealed += 1;
    }
  }
}

function opened(seal: Seal, { sealed, place }: { readonly sealed: Buffer; readonly place: string }): string | null {
  try {
    return seal.open(sealed, place);
  } catch {
    return null;
  }
}
