import type { Rail } from "../../../domain/rails.js";
import { readClock } from "../../../store/read/clock.js";
import { listUploads, type UploadView } from "../../../store/read/desk/rail-uploads.js";
import { listStatements, type StatementView } from "../../../store/read/desk/rails.js";
import type { DeskServices } from "../load.js";

/** A rail that statements are imported for. */
export type ReadRail = Rail & { readonly statements: NonNullable<Rail["statements"]> };

export type Statements = {
  readonly rails: readonly ReadRail[];
  /** Those that wait first. */
  readonly uploads: readonly UploadView[];
  readonly statements: readonly StatementView[];
  /** Unix seconds. */
  readonly now: number;
};

export async function loadStatements({ db, config }: Pick<DeskServices, "db" | "config">): Promise<Statements> {
  const [uploads, statements, { now }] = await Promise.all([listUploads(db), listStatements(db), readClock(db)]);
  const rails = (config.providers.manual?.rails ?? []).filter((rail): rail is ReadRail => rail.statements !== null);
  return { rails, uploads, statements, now };
}
