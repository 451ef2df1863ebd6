/** Who runs the deployment: what is written down here, and what the environment says in its place. */
import type { GivenIdentity } from "../../../domain/operator-identity.js";
import { readStoredIdentity, type StoredIdentity } from "../../../store/read/operator-identity.js";
import type { DeskContext } from "../access.js";
import type { DeskServices } from "../load.js";

export type IdentityServices = Pick<DeskServices, "db" | "config" | "identity">;

export type IdentityScene = {
  readonly stored: StoredIdentity;
  /** What can't be changed here. */
  readonly fixed: GivenIdentity;
  /** Where links and addresses may lead; any host where there is none. */
  readonly homes: readonly string[];
  readonly mailFrom: string;
  /** Whether the desk of one cell would speak for others. */
  readonly isOfCells: boolean;
};

export async function loadIdentity({ cells }: DeskContext, { db, config }: IdentityServices): Promise<IdentityScene> {
  return {
    stored: await readStoredIdentity(db),
    fixed: config.operator,
    homes: homesOf(config),
    mailFrom: config.mailFrom,
    isOfCells: cells !== null,
  };
}

/** The hosts of pages and mails. A deployment without a place of its own, such as one on this machine, has none. */
function homesOf({ publicUrl, mailFrom }: IdentityServices["config"]): readonly string[] {
  const host = publicUrl === null ? undefined : URL.parse(publicUrl)?.hostname;
  if (host === undefined) return [];
  return [host, mailFrom.replace(/^.*@/, "").replace(/>$/, "").toLowerCase()];
}
