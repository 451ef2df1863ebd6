import { decideRemoveDocument } from "../domain/decisions/verification.js";
import type { AccountId, DocumentId } from "../domain/ids.js";
import { decideThenWrite } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { loadVerification } from "../store/read/console/verification.js";
import { deleteDocument } from "../store/write/settings.js";
import { unlessClosed } from "./add-document.js";

/** Takes a document back that was not submitted yet. */
export const removeDocument = (db: Queryable, account: AccountId, id: DocumentId) =>
  decideThenWrite({
    load: () => loadVerification(db, account),
    decide: (facts) => decideRemoveDocument(facts, id),
    write: () => unlessClosed(deleteDocument(db, account, id)),
  });
