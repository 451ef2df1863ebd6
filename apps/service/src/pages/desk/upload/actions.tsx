/** What operators do about an uploaded statement: another one imports or declines it, and who uploaded it withdraws it. */
import { declineUpload, withdrawUpload } from "../../../commands/close-upload.js";
import { importUpload } from "../../../commands/import-upload.js";
import { StatementProblem } from "../../../domain/bank-statements.js";
import type { UploadView } from "../../../store/read/desk/rail-uploads.js";
import type { Answer } from "../../kit/answer.js";
import type { Handler, Posted } from "../../kit/route.js";
import { UNPROCESSABLE } from "../../kit/status.js";
import type { DeskContext } from "../access.js";
import { uploadPath } from "../links.js";
import type { DeskServices } from "../load.js";
import { NO_REASON, operatorOf, readReason } from "../parts.js";
import type { SaidCode } from "../words.js";
import { loadUpload } from "./load.js";
import { problemText, uploadSaid } from "./said.js";
import { UploadPage } from "./view.js";

type UploadAction = Handler<DeskContext, DeskServices, Posted>;

const here = ({ id }: UploadView, said: SaidCode): string => `${uploadPath(id)}?said=${said}`;

export const importIt: UploadAction = async (context, { params }, { db, config }) => {
  const upload = await loadUpload(params, { db });
  const named = { operator: operatorOf(context), id: upload.id };
  try {
    const done = await importUpload(db, named, config.providers.manual?.rails ?? []);
    return here(upload, uploadSaid(done, "statement-imported"));
  } catch (error) {
    if (error instanceof StatementProblem) return again(context, { upload, problem: problemText(error) });
    throw error;
  }
};

export const declineIt: UploadAction = async (context, { params, form }, { db }) => {
  const upload = await loadUpload(params, { db });
  const reason = readReason(form["reason"]);
  if (reason.problem !== null) return again(context, { upload, reason });
  const done = await declineUpload(db, { operator: operatorOf(context), id: upload.id }, reason.reason);
  return here(upload, uploadSaid(done, "statement-declined"));
};

export const withdrawIt: UploadAction = async (context, { params }, { db }) => {
  const upload = await loadUpload(params, { db });
  const done = await withdrawUpload(db, { operator: operatorOf(context), id: upload.id });
  return here(upload, uploadSaid(done, "statement-withdrawn"));
};

/** The page again, with what stands in the way. */
const again = (
  context: DeskContext,
  {
    upload,
    problem = null,
    reason = NO_REASON,
  }: { readonly upload: UploadView; readonly problem?: string | null; readonly reason?: typeof NO_REASON },
): Answer => ({
  status: UNPROCESSABLE,
  page: <UploadPage context={context} upload={upload} problem={problem} reason={reason} said={undefined} />,
});
