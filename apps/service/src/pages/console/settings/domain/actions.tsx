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
  if (!read.ok) {
    const page = (
      <DomainPage context={context} {...(await loadDomain(context, services))} typed={typed} problem={read.problem} />
    );
    return { status: UNPROCESSABLE, page };
  }
  await saveDomain(services.db, context.member.account, { name: read.name, actor: context.seller.actor });
  return settingsPath(context, "/domain", "domain");
};

export const checkDomain: Action = async (context, _asked, { db, lookAtRecords }) => {
  if (lookAtRecords === null) throw new PageRefusal("not_found");
  const looked = await lookAtDomainOf({ db, lookAtRecords }, context.member.account);
  return settingsPath(context, "/domain", looked?.missing === null ? "domainServed" : "domainLooked");
};

export const removeDomain: Action = async (context, _asked, { db }) => {
  await dropDomain(db, context.member.account, context.seller.actor);
  return settingsPath(context, "/domain", "domainRemoved");
};
