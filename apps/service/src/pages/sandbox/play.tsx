/**
 * What the pages do on which a person plays phone, card issuer and bank. They act on the simulated providers alone; what the
 * order learns of it, it learns by their notices.
 */
import type { JSX } from "preact";
import type { Queryable } from "../../platform/database.js";
import { SANDBOX, type SandboxName } from "../../providers/sandbox/names.js";
import { PLAYED, type Played, type PlayedOrder } from "../../providers/sandbox/play.js";
import { type FormFields, openPage } from "../kit/page-context.js";
import type { Handler, Posted } from "../kit/route.js";
import type { PlayProps } from "./frame.js";
import { backOf, domainOf, loadPlayed, type PlayServices, returnOf } from "./load.js";

/** The order is looked up before it is asked who is there: nothing is set for an address that has none. */
export const showPlay =
  (name: SandboxName, Page: (props: PlayProps) => JSX.Element): Handler<unknown, PlayServices> =>
  async (_reader, { params, query, request, reply }, services) => {
    const order = await loadPlayed(name, params, services);
    const context = await openPage(request, reply);
    const said = PLAYED.find((one) => one === query["said"]) ?? null;
    const domain = domainOf(order, context.site);
    if (domain !== null) reply.headers(context.site.leadingHeaders([domain]));
    return <Page context={context} order={order} said={said} back={backOf(order, context.site)} />;
  };

export type Play = (db: Queryable, order: PlayedOrder, form: FormFields) => Promise<Played>;

/** A card issuer sends its payer back when it is done; phone and bank are devices of their own. */
export const actIn =
  (name: SandboxName, play: Play): Handler<unknown, PlayServices, Posted> =>
  async (_reader, { params, form, request }, services) => {
    const order = await loadPlayed(name, params, services);
    const said = await play(services.db, order, form);
    const back = returnOf(order, request.server.pageParts.site);
    const isDone = name === "sandbox-card" && (said === "approved" || said === "declined");
    return isDone && back !== null ? back : `${SANDBOX[name].path}/${order.reference}?said=${said}`;
  };
