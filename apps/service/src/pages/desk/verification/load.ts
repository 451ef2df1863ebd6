import { loadVerification, type Verification } from "../../../store/read/console/verification.js";
import type { Asked } from "../../kit/answer.js";
import { PageRefusal } from "../../kit/refusal.js";
import { type DeskReads, loadAccount } from "../load.js";

/** @throws PageRefusal not_found */
export async function findVerification(params: Asked["params"], { db }: DeskReads): Promise<Verification> {
  const { id } = await loadAccount(params, { db });
  const verification = await loadVerification(db, id);
  if (verification === null) throw new PageRefusal("not_found");
  return verification;
}
