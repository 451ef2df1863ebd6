import { addDocument } from "../../../../commands/add-document.js";
import { removeDocument } from "../../../../commands/remove-document.js";
import { submitVerification } from "../../../../commands/submit-verification.js";
import { decideAddDocument } from "../../../../domain/decisions/verification.js";
import { DOCUMENT_KINDS } from "../../../../domain/settings.js";
import type { Answer } from "../../../kit/answer.js";
import { PageRefusal } from "../../../kit/refusal.js";
import type { FilesAction, Handler, Posted } from "../../../kit/route.js";
import { UNPROCESSABLE } from "../../../kit/status.js";
import { EVIDENCE_TAKEN, type Upload } from "../../../kit/upload.js";
import type { ConsoleContext } from "../../context.js";
import { settingsPath } from "../frame.js";
import type { SettingsServices } from "../load.js";
import { documentIn, loadOwnVerification } from "./load.js";
import { type Problem, problemText } from "./problem.js";
import { VerificationPage } from "./view.js";

type VerificationAction<How> = Handler<ConsoleContext, SettingsServices, How>;

export const submitForReview: VerificationAction<Posted> = async (context, _asked, services) => {
  const { member, seller } = context;
  const submitted = await submitVerification(services.db, { account: member.account, seller: seller.id });
  return submitted.ok
    ? settingsPath(context, "/verification", "submitted")
    : refused(context, "not_submitted", services);
};

export const handInDocuments: FilesAction<ConsoleContext, ConsoleContext, SettingsServices> = {
  files: EVIDENCE_TAKEN,
  look: async (context, _asked, services) => {
    const decided = decideAddDocument(await loadOwnVerification(context, services));
    return decided.ok ? { context } : { instead: await refused(context, decided.reason, services) };
  },
  act: async (context, { upload }, services) => {
    const problem = await keepDocuments(context, upload, services);
    return problem === null ? settingsPath(context, "/verification", "documents") : refused(context, problem, services);
  },
};

export const takeBackDocument: VerificationAction<Posted> = async (context, asked, { db }) => {
  const id = documentIn(asked);
  const removed = id === null ? null : await removeDocument(db, context.member.account, id);
  if (!removed?.ok) throw new PageRefusal("not_found");
  return settingsPath(context, "/verification", "removed");
};

async function refused(context: ConsoleContext, problem: Problem, services: SettingsServices): Promise<Answer> {
  const verification = await loadOwnVerification(context, services);
  const page = (
    <VerificationPage context={context} verification={verification} problem={problemText(problem, context.locale)} />
  );
  return { status: UNPROCESSABLE, page };
}

/** Null when all of them were kept, else what is wrong. */
async function keepDocuments(
  { member }: ConsoleContext,
  { fields, files, problem }: Upload,
  { db }: SettingsServices,
): Promise<Problem | null> {
  const kind = DOCUMENT_KINDS.find((one) => one === fields["kind"]);
  // Text proves nothing.
  const isText = files.some(({ type }) => type === "text/plain");
  if (problem !== null || isText) return problem?.kind ?? "type";
  if (kind === undefined || files.length === 0) return "nothing_chosen";
  for (const { name, type, content } of files) {
    const added = await addDocument(db, member.account, { kind, name, type, content });
    if (!added.ok) return added.reason === "full" ? "full" : "closed";
  }
  return null;
}
