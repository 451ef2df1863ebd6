import { lookAtDomainOf } from "../../../../commands/look-at-domain.js";
import { dropDomain, saveDomain } from "../../../../commands/save-domain.js";
import { DOMAIN_TYPED_MAX, readDomainName } from "../../../../domain/hosted-domain.js";
import { PageRefusal } from "../../../kit/refusal.js";
import type { Handler, Posted } from "../../../kit/route.js";
import { UNPROCESSABLE } from "../../../kit/status.js";
import type { ConsoleContext } from "../../context.js";
import { settingsPath } from "../frame.js";
import { type DomainServices, loadDomain, ownHost } from "./load.js";
import { DomainPage } from "./view.js";

type Action = Handler<ConsoleContext, DomainServices, Posted>;

export const keepDomain: Action = async (context, { form }, services) => {
  const ours = ownHost(services);
  const typed = (form["domain"] ?? "").slice(0, DOMAIN_TYPED_MAX);
  const read = readDomainName(typed, ours);
  if (ours === null) throw new PageRefusal("not_found");
  const problem = read.ok ? await nameIn(context, read.name, services) : read.problem;
  if (problem !== null) {
    const known = await loadDomain(context, services);
    return { status: UNPROCESSABLE, page: <DomainPage context={context} {...known} typed={typed} problem={problem} /> };
  }
  return settingsPath(context, "/domain", "domain");
};

/** Null when it was named. */
async function nameIn(
  { member, seller }: ConsoleContext,
  name: string,
  { db }: DomainServices,
): Promise<"barred" | null> {
  return (await saveDomain(db, member.account, { name, actor: seller.actor })) ? null : "barred";
}

export const checkDomain: Action = async (context, _asked, { db, lookAtRecords }) => {
  if (lookAtRecords === null) throw new PageRefusal("not_found");
  const looked = await lookAtDomainOf({ db, lookAtRecords }, context.member.account);
  return settingsPath(context, "/domain", looked?.missing === null ? "domainServed" : "domainLooked");
};

export const removeDomain: Action = async (context, _asked, { db }) => {
  await dropDomain(db, context.member.account, context.seller.actor);
  return settingsPath(context, "/domain", "domainRemoved");
};
