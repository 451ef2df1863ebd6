import { decideAddDocument } from "../domain/decisions/verification.js";
import type { AccountId, DocumentId } from "../domain/ids.js";
import { decideThenWrite } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { brokenCheck } from "../platform/database-errors.js";
import { uuidv7 } from "../platform/random.js";
import { loadVerification } from "../store/read/console/verification.js";
import { insertDocument, type NewDocument } from "../store/write/settings.js";

/** Adds a document to the submission that is being put together. */
export const addDocument = (db: Queryable, account: AccountId, document: Omit<NewDocument, "id">) =>
  decideThenWrite({
    load: () => loadVerification(db, account),
    decide: decideAddDocument,
    write: () => unlessClosed(insertDocument(db, account, { ...document, id: uuidv7() as DocumentId })),
  });

/** False where a check of the database says that another request was faster. */
export async function unlessClosed(write: Promise<boolean>): Promise<boolean> {
  try {
    return await write;
  } catch (error) {
    if (RACED.includes(brokenCheck(error) ?? "")) return false;
    throw error;
  }
}

const RACED = ["verification_documents_ten", "verification_documents_open"];
