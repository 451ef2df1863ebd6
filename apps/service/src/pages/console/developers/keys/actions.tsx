import { revokeOwnKey } from "../../../../identity/keys.js";
import { openKey } from "../../../../identity/merchants.js";
import type { FormFields } from "../../../kit/page-context.js";
import { PageRefusal } from "../../../kit/refusal.js";
import type { Handler, Posted } from "../../../kit/route.js";
import { UNPROCESSABLE } from "../../../kit/status.js";
import type { ConsoleContext } from "../../context.js";
import { type KeysServices, loadKeys } from "./load.js";
import { KeysPage, NAME_LENGTH, type Typed } from "./view.js";

type KeysAction = Handler<ConsoleContext, KeysServices, Posted>;

/** Makes a key, and shows it in full this once. */
export const createKey: KeysAction = async (context, { form, reply }, services) => {
  const typed = readTyped(form);
  const made = typed.name.length > NAME_LENGTH ? "name" : await make(context, typed, services);
  const keys = await loadKeys(context, services);
  if (typeof made === "string") {
    return { status: UNPROCESSABLE, page: <KeysPage context={context} keys={keys} typed={typed} problem={made} /> };
  }
  reply.headers(context.site.waitingHeaders);
  return <KeysPage context={context} keys={keys} made={{ apiKey: made.apiKey, publicUrl: services.publicUrl() }} />;
};

export const revokeKey: KeysAction = async ({ member, seller, home }, { params }, { db }) => {
  const { account } = member;
  if ((await revokeOwnKey(db, { account, key: params["key"] ?? "" }, seller.actor)) === null)
    throw new PageRefusal("not_found");
  return `${home}/keys?said=revoked`;
};

const readTyped = (form: FormFields): Typed => ({
  name: (form["name"] ?? "").trim(),
  readOnly: form["access"] === "read",
});

const make = async ({ member, seller }: ConsoleContext, typed: Typed, { db }: KeysServices) =>
  (await openKey(db, { account: member.account, actor: seller.actor, ...typed })) ?? ("full" as const);
