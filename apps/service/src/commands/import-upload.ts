import type { Operator } from "../domain/operators.js";
import { UPLOAD_LINES_MAX, type UploadId, type UploadRefusal } from "../domain/rail-uploads.js";
import { type Rail, railProvider } from "../domain/rails.js";
import { ok, type Result, refused } from "../domain/result.js";
import type { Database } from "../platform/database.js";
import { findUpload, readUpload, type UploadView } from "../store/read/desk/rail-uploads.js";
import { countStatement } from "../store/write/rail-statements.js";
import { keepPreview } from "../store/write/rail-uploads.js";
import { type Staged, stageStatement } from "./stage-statement.js";
import { lookAtStaged } from "./upload-statement.js";

type Outcome = Result<null, UploadRefusal>;

/**
 * Another operator than who uploaded a file books it, if it still does what both were shown; else what it would do by now is kept, to be
 * looked at once more.
 * @throws StatementProblem with the sentence that says why it can't be booked any more.
 */
export async function importUpload(
  db: Database,
  { operator, id }: { readonly operator: Operator; readonly id: UploadId },
  rails: readonly Rail[],
): Promise<Outcome> {
  const upload = await findUpload(db, id);
  if (upload === null) return refused("not_found");
  if (upload.status !== "PENDING") return refused("stale");
  if (upload.uploadedBy === operator.id) return refused("own_request");
  const rail = rails.find((one) => railProvider(one) === upload.provider);
  if (rail?.statements == null) return refused("not_offered");
  const given = { rail, source: () => readUpload(db, id), name: upload.name, linesMax: UPLOAD_LINES_MAX, operator };
  return stageStatement(db, given, async (staged) => {
    const outcome = await book(db, { operator, upload }, staged);
    return { isBooked: outcome.ok, outcome };
  });
}

async function book(
  db: Database,
  { operator, upload }: { readonly operator: Operator; readonly upload: UploadView },
  staged: Staged,
): Promise<Outcome> {
  const looked = await lookAtStaged(db, staged, operator);
  if (!looked.ok) return looked;
  const { digest, preview } = looked.value;
  if (digest !== upload.digest) return refused("stale");
  if (preview.effect !== upload.preview?.effect) {
    await keepPreview(db, upload.id, preview);
    return refused("changed");
  }
  const isBooked = await countStatement(db, staged.statement as string, { operator, upload: upload.id });
  return isBooked ? ok(null) : refused("stale");
}
