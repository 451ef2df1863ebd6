import { RESENT_AT_ONCE, resendDeliveries } from "../../../../commands/resend-deliveries.js";
import type { FormFields } from "../../../kit/page-context.js";
import { PageRefusal } from "../../../kit/refusal.js";
import type { Handler, Posted } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { failedUrl } from "../../links.js";
import { loadOwnEndpoint } from "../load.js";
import type { FailedServices } from "./load.js";

/** Sends the events of the chosen deliveries again; a form that is sent twice sends them once. */
export const resendChosen: Handler<ConsoleContext, FailedServices, Posted> = async (context, asked, services) => {
  const endpoint = await loadOwnEndpoint(context, asked, services);
  const chosen = chosenIn(asked.form);
  const back = failedUrl(context, endpoint.id);
  if (chosen.length === 0) return `${back}?said=none`;
  const told = await resendDeliveries(services.db, endpoint, chosen);
  if (!told.ok) throw new PageRefusal("not_found");
  return `${back}?${new URLSearchParams({ said: told.value.isHeld ? "held" : "resent", count: String(told.value.count) })}`;
};

/** All of the page, or those that are ticked. */
const chosenIn = (form: FormFields): readonly string[] =>
  Object.keys(form)
    .flatMap((name) => /^(?:tick|row):(\d{1,15})$/.exec(name)?.[1] ?? [])
    .filter((number, at, all) => all.indexOf(number) === at)
    .filter((number) => form["which"] === "page" || form[`tick:${number}`] !== undefined)
    .slice(0, RESENT_AT_ONCE);
