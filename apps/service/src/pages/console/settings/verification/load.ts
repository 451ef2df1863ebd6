import { parseUuid } from "../../../../domain/ids.js";
import { findDocument, loadVerification, type Verification } from "../../../../store/read/console/verification.js";
import type { Asked } from "../../../kit/answer.js";
import { PageRefusal } from "../../../kit/refusal.js";
import type { ConsoleContext } from "../../context.js";
import type { SettingsServices } from "../load.js";

export async function loadOwnVerification({ member }: ConsoleContext, { db }: SettingsServices): Promise<Verification> {
  const verification = await loadVerification(db, member.account);
  if (verification === null) throw new PageRefusal("not_found");
  return verification;
}

/** Null for what is no id. */
export const documentIn = ({ params }: Asked) => parseUuid("document", params["document"] ?? "");

/** @throws PageRefusal not_found for what is no document of the account. */
export async function loadDocument({ member }: ConsoleContext, asked: Asked, { db }: SettingsServices) {
  const id = documentIn(asked);
  const file = id === null ? null : await findDocument(db, member.account, id);
  if (file === null) throw new PageRefusal("not_found");
  return file;
}
