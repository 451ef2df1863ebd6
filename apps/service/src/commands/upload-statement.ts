import type { Operator } from "../domain/operators.js";
import { type StatementPreview, UPLOAD_LINES_MAX, type UploadId, type UploadRefusal } from "../domain/rail-uploads.js";
import { type Rail, railProvider } from "../domain/rails.js";
import { ok, type Result, refused } from "../domain/result.js";
import type { Database } from "../platform/database.js";
import { uuidv7 } from "../platform/random.js";
import { PIECE_BYTES } from "../providers/manual/read-statement.js";
import { isOfOperator, isUploadWaiting, previewStaged } from "../store/read/desk/rail-uploads.js";
import { keepUpload } from "../store/write/rail-uploads.js";
import { type Staged, stageStatement } from "./stage-statement.js";

/**
 * Keeps a bank's file for another operator, with what importing it would do. Nothing is booked.
 * @throws StatementProblem with the sentence that says why it can't be booked.
 */
export async function uploadStatement(
  db: Database,
  rail: Rail | undefined,
  { operator, name, content }: { readonly operator: Operator; readonly name: string; readonly content: Buffer },
): Promise<Result<UploadId, UploadRefusal>> {
  if (rail?.statements == null) return refused("not_offered");
  const provider = railProvider(rail);
  if (await isUploadWaiting(db, provider)) return refused("waiting");
  const given = { rail, source: () => piecesOf(content), name, linesMax: UPLOAD_LINES_MAX, operator };
  const looked = await stageStatement(db, given, async (staged) => ({
    isBooked: false,
    outcome: await lookAtStaged(db, staged, operator),
  }));
  if (!looked.ok) return looked;
  const { digest, preview } = looked.value;
  const id = uuidv7() as UploadId;
  const isKept = await keepUpload(db, operator, { id, provider, name: name.slice(-255), digest, content, preview });
  return isKept ? ok(id) : refused("waiting");
}

/** What the staged lines would do, where there are some and the operator may have a hand in it. */
export async function lookAtStaged(
  db: Database,
  { read, statement }: Staged,
  operator: Operator,
): Promise<Result<{ readonly digest: string; readonly preview: StatementPreview }, UploadRefusal>> {
  if (statement === null) return refused("nothing");
  if (await isOfOperator(db, statement, operator)) return refused("own_account");
  return ok({ digest: read.digest, preview: await previewStaged(db, read, statement) });
}

/** As it would come from a file: nobody waits for all of it to be read at once. */
async function* piecesOf(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += PIECE_BYTES) yield content.subarray(at, at + PIECE_BYTES);
}
