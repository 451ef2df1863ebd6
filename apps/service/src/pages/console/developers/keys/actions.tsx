import { SCOPES } from "@holdfast/contract";
import { revokeOwnKey } from "../../../../identity/keys.js";
import { type KeyBounds, openKey } from "../../../../identity/merchants.js";
import { PageRefusal } from "../../../kit/refusal.js";
import type { Handler, Posted } from "../../../kit/route.js";
import { UNPROCESSABLE } from "../../../kit/status.js";
import type { ConsoleContext } from "../../context.js";
import { boundsOf, readKeyForm } from "./form.js";
import { type KeysServices, loadGivable, loadKeys } from "./load.js";
import { KeysPage } from "./view.js";

type KeysAction = Handler<ConsoleContext, KeysServices, Posted>;

/** Makes a key, and shows it in full this once. */
export const createKey: KeysAction = async (context, { form }, services) => {
  const typed = readKeyForm(form);
  const read = boundsOf(typed, await loadGivable(context, services));
  const made = typeof read === "string" ? read : await make(context, { ...read, name: typed.name }, services);
  const shownKeys = await loadKeys(context, services);
  if (typeof made === "string") {
    return { status: UNPROCESSABLE, page: <KeysPage context={context} {...shownKeys} typed={typed} problem={made} /> };
  }
  const maySell = typeof read !== "string" && (read.scopes ?? SCOPES).includes("sessions:write");
  const shown = { apiKey: made.apiKey, publicUrl: services.publicUrl(), maySell };
  return <KeysPage context={context} {...shownKeys} made={shown} />;
};

export const revokeKey: KeysAction = async ({ member, seller, home }, { params }, { db }) => {
  const { account } = member;
  if ((await revokeOwnKey(db, { account, key: params["key"] ?? "" }, seller.actor)) === null)
    throw new PageRefusal("not_found");
  return `${home}/keys?said=revoked`;
};

const make = async (
  { member, seller }: ConsoleContext,
  given: KeyBounds & { readonly name: string },
  services: KeysServices,
) => (await openKey(services, { account: member.account, actor: seller.actor, ...given })) ?? ("full" as const);
