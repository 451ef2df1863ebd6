import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";
import { payeeCountries, readDestination, waysOf } from "./form.js";
import { NewDestinationPage } from "./view.js";

export const showNewDestination: Handler<ConsoleContext, Pick<ConsoleServices, "providers">> = (
  context,
  asked,
  services,
) => {
  const phones = payeeCountries(asked, services);
  const ways = waysOf(services);
  const typed = readDestination(asked.query, phones, ways);
  return <NewDestinationPage context={context} typed={typed} ways={ways} phones={phones} problems={{}} />;
};
