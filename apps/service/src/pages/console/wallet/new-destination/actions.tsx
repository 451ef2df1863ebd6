import { addDestination } from "../../../../commands/add-destination.js";
import type { Handler, Posted } from "../../../kit/route.js";
import { UNPROCESSABLE } from "../../../kit/status.js";
import type { ConsoleContext } from "../../context.js";
import { destinationsUrl } from "../../links.js";
import type { ConsoleServices } from "../../services.js";
import { type PayingServices, payeeCountries, readDestination, waysOf } from "./form.js";
import { NewDestinationPage } from "./view.js";

export const keepDestination: Handler<ConsoleContext, Pick<ConsoleServices, "db"> & PayingServices, Posted> = async (
  context,
  asked,
  services,
) => {
  const { now } = context.seller;
  const phones = payeeCountries(asked, services, now);
  const ways = waysOf(services, now);
  const typed = readDestination(asked.form, phones, ways);
  const added = await addDestination(
    { ...services, now },
    { account: context.member.account, actor: context.seller.actor },
    typed,
  );
  if (added.ok) return `${destinationsUrl(context)}?said=added`;
  const page = <NewDestinationPage {...{ context, typed, ways, phones }} problems={added.reason} />;
  return { status: added.reason.number === "unsure" ? 200 : UNPROCESSABLE, page };
};
