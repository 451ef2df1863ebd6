import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { type PayingServices, payeeCountries, readDestination, waysOf } from "./form.js";
import { NewDestinationPage } from "./view.js";

export const showNewDestination: Handler<ConsoleContext, PayingServices> = (context, asked, services) => {
  const phones = payeeCountries(asked, services, context.seller.now);
  const ways = waysOf(services, context.seller.now);
  const typed = readDestination(asked.query, phones, ways);
  return <NewDestinationPage context={context} typed={typed} ways={ways} phones={phones} problems={{}} />;
};
