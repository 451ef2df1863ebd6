import type { IdentityTexts } from "../domain/operator-identity.js";
import type { Operator } from "../domain/operators.js";
import { ok, type Result, refused } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { type Change, type NewLogo, updateIdentity, updateIdentityLogo } from "../store/write/operator-identity.js";

/** An operator writes down who runs the deployment. Refused when another one has done so since. */
export const saveIdentity = async (
  db: Queryable,
  operator: Operator,
  given: Change & { readonly texts: IdentityTexts },
): Promise<Result<null, "stale">> => outcome(await updateIdentity(db, operator, given));

/** The same for one of its pictures. */
export const saveIdentityLogo = async (
  db: Queryable,
  operator: Operator,
  given: Change & NewLogo,
): Promise<Result<null, "stale">> => outcome(await updateIdentityLogo(db, operator, given));

const outcome = (isDone: boolean): Result<null, "stale"> => (isDone ? ok(null) : refused("stale"));
