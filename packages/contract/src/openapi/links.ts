/** What an answer leads to: operations whose parameters it holds, so that a reader or a program can walk from one to the next. */
import { OPERATION_IDS, type OperationId, operation } from "../operations.js";
import { type JsonObject, pascalCase } from "./schemas.js";

/** `at`: from a parameter to where in the answer its value stands. `readOnly` leads to GETs alone. */
type Lead = { readonly at: Readonly<Record<string, string>>; readonly readOnly?: true };

/** By the component that an answer is. An order begins as a session, which becomes an escrow, which has milestones. */
const LEADS: Readonly<Record<string, readonly Lead[]>> = {
  CheckoutSession: [{ at: { id: "/id" } }, { at: { escrow_id: "/escrow" }, readOnly: true }],
  CheckoutSessionList: [{ at: { id: "/data/0/id" }, readOnly: true }],
  Escrow: [{ at: { escrow_id: "/id" } }, { at: { escrow_id: "/id", milestone_id: "/milestones/0/id" } }],
  EscrowList: [{ at: { escrow_id: "/data/0/id" }, readOnly: true }],
};

export type LinkPublisher = {
  /** The links of an answer; none when it leads nowhere. */
  readonly of: (component: unknown) => { readonly links?: JsonObject };
  /** The links that were referred to so far, by name. */
  readonly components: () => JsonObject;
};

/** Publishes links to what the deployment has, each listed once. */
export function linkPublisher({ sandbox }: { readonly sandbox: boolean }): LinkPublisher {
  const named = new Map<string, JsonObject>();
  const ids = OPERATION_IDS.filter((id) => sandbox || operation(id).tag !== "Sandbox");

  function share(component: string, id: OperationId, { at }: Lead): JsonObject {
    const name = `${component}${pascalCase(id)}`;
    const parameters = Object.fromEntries(Object.entries(at).map(([key, path]) => [key, `$response.body#${path}`]));
    named.set(name, { operationId: id, parameters, description: `${operation(id).summary}.` });
    return { $ref: `#/components/links/${name}` };
  }

  return {
    of(component) {
      const leads = typeof component === "string" ? (LEADS[component] ?? []) : [];
      const links = leads.flatMap((lead) =>
        ids.filter((id) => leadsTo(lead, id)).map((id) => [id, share(String(component), id, lead)] as const),
      );
      return links.length === 0 ? {} : { links: Object.fromEntries(links) };
    },
    components: () => Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Whether the lead names just what the operation's path asks for. */
function leadsTo({ at, readOnly }: Lead, id: OperationId): boolean {
  const { path, method } = operation(id);
  const asked = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  if (readOnly === true && method !== "GET") return false;
  return asked.length === Object.keys(at).length && asked.every((name) => name in at);
}
