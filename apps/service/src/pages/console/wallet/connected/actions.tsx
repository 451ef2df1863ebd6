import { connectAccount } from "../../../../commands/connect-account.js";
import { lookAtConnected } from "../../../../commands/look-at-connected.js";
import type { Queryable } from "../../../../platform/database.js";
import { PageRefusal } from "../../../kit/refusal.js";
import type { Handler, Posted } from "../../../kit/route.js";
import { UNPROCESSABLE } from "../../../kit/status.js";
import type { ConsoleContext } from "../../context.js";
import { connectedUrl, destinationsUrl } from "../../links.js";
import type { ConsoleServices } from "../../services.js";
import { loadDestinations } from "../destinations/load.js";
import { DestinationsPage } from "../destinations/view.js";
import { connectedWords } from "../words.js";
import { type ConnectedServices, loadConnected } from "./load.js";
import { holderName } from "./view.js";

/** Leads to the provider that holds sellers' money, which asks for what it wants to know. */
export const connect: Handler<
  ConsoleContext,
  Pick<ConsoleServices, "db" | "providers" | "rates" | "publicUrl">,
  Posted
> = async (context, { reply }, services) => {
  const back = services.publicUrl() + connectedUrl(context);
  const { account } = context.member;
  const urls = { back, again: `${back}?expired=1` };
  const led = await connectAccount(services, { account, seller: context.seller.id, urls });
  if (led.ok) return led.value;
  const { reason } = led;
  if (reason.kind === "not_offered") throw new PageRefusal("not_found");
  const [destinations, connected] = await Promise.all([
    loadDestinations(context, services),
    loadConnected(context, services),
  ]);
  const words = connectedWords(context.locale);
  const provider = holderName(connected?.provider ?? "");
  const problem =
    reason.kind === "refused" ? words.refused({ provider, reason: reason.reason }) : words.unreachable({ provider });
  reply.headers(context.site.leadingHeaders(services.providers.holder?.holder.pages ?? []));
  const { now } = context.seller;
  const page = <DestinationsPage context={context} {...{ destinations, connected, now, problem }} />;
  return { status: UNPROCESSABLE, page };
};

/** Where the provider's page leads: what it says now is asked for, by a worker. */
export const returnFromHolder: Handler<ConsoleContext, ConnectedServices & { readonly db: Queryable }> = async (
  context,
  { query },
  services,
) => {
  await lookAtConnected(services, context.member.account);
  return `${destinationsUrl(context)}?said=${query["expired"] === undefined ? "asked" : "expired"}`;
};
