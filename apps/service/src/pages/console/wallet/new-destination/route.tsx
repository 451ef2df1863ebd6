import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { readDestination } from "./form.js";
import { NewDestinationPage } from "./view.js";

export const showNewDestination: Handler<ConsoleContext, unknown> = (context, { query }) => (
  <NewDestinationPage context={context} typed={readDestination(query)} problems={{}} />
);
