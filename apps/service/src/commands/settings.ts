/** What the members of an account set: what is said of the seller, its terms, its looks, its documents, its mails. */
import type { AccountId, DocumentId } from "../domain/ids.js";
import type { Logo } from "../domain/logo.js";
import type { Terms } from "../domain/model.js";
import { NOTIFICATION_KINDS, type NotificationKind } from "../domain/notifications.js";
import type { Profile } from "../domain/settings.js";
import { brokenCheck, type Queryable } from "../platform/database.js";
import { uuidv7 } from "../platform/random.js";
import {
  deleteDocument,
  insertDocument,
  insertSubmission,
  type NewDocument,
  updateBrand,
  updateLogo,
  updateProfile,
  updateTerms,
  upsertNotificationSettings,
} from "../store/write/settings.js";

type Member = { readonly account: AccountId; readonly seller: string };

/** Legal name, country and address stay as they are once they were submitted to be verified. */
export const saveProfile = (db: Queryable, account: AccountId, profile: Profile): Promise<void> =>
  updateProfile(db, account, profile);

/** For sessions that are created from now on: what a buyer was told before never changes. */
export const saveTerms = (db: Queryable, account: AccountId, terms: Terms): Promise<void> =>
  updateTerms(db, account, terms);

export type NewBrand = {
  readonly name: string;
  readonly colour: string | null;
  /** Left as it is without one. `hash` names the bytes. */
  readonly logo: (Logo & { readonly hash: string }) | null;
};

export async function saveBrand(db: Queryable, account: AccountId, { name, colour, logo }: NewBrand): Promise<void> {
  await updateBrand(db, account, { name, colour });
  if (logo !== null) await updateLogo(db, account, logo);
}

export const removeLogo = (db: Queryable, account: AccountId): Promise<void> => updateLogo(db, account, null);

/** @param wanted every other kind is switched off. */
export const saveNotifications = (
  db: Queryable,
  member: Member,
  wanted: ReadonlySet<NotificationKind>,
): Promise<void> =>
  upsertNotificationSettings(
    db,
    member,
    NOTIFICATION_KINDS.map((kind) => ({ kind, enabled: wanted.has(kind) })),
  );

/** `full` when the submission has as many documents as one may have, `closed` when none is being put together. */
export async function addDocument(
  db: Queryable,
  account: AccountId,
  document: Omit<NewDocument, "id">,
): Promise<"added" | "full" | "closed"> {
  try {
    return (await insertDocument(db, account, { ...document, id: uuidv7() as DocumentId })) ? "added" : "closed";
  } catch (error) {
    const problem = DOCUMENT_PROBLEMS[brokenCheck(error) ?? ""];
    if (problem !== undefined) return problem;
    throw error;
  }
}

/** Checks of the database: another request may have been faster. */
const DOCUMENT_PROBLEMS: Readonly<Record<string, "full" | "closed">> = {
  verification_documents_ten: "full",
  verification_documents_open: "closed",
};

/** False when there is no such document that may still be taken back. */
export async function removeDocument(db: Queryable, account: AccountId, id: DocumentId): Promise<boolean> {
  try {
    return await deleteDocument(db, account, id);
  } catch (error) {
    if (brokenCheck(error) === "verification_documents_open") return false;
    throw error;
  }
}

/** False when something is missing, or there is nothing to decide. */
export const submitVerification = (db: Queryable, { account, seller }: Member): Promise<boolean> =>
  insertSubmission(db, account, { id: uuidv7(), seller });
