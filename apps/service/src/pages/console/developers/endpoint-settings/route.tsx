import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { endpointSettingsUrl } from "../../links.js";
import type { ConsoleServices } from "../../services.js";
import { loadOwnEndpoint } from "../load.js";
import { SettingsPage } from "./view.js";

type SettingsHandler = Handler<ConsoleContext, Pick<ConsoleServices, "db">>;

/** What can be changed of an endpoint. */
export const showEndpointSettings: SettingsHandler = async (context, asked, services) => {
  const endpoint = await loadOwnEndpoint(context, asked, services);
  return <SettingsPage context={context} endpoint={endpoint} state={{ said: asked.query["said"] }} />;
};

/** Where the page was shown by a form, and is loaded anew. */
export const toEndpointSettings: SettingsHandler = async (context, asked, services) => {
  const { id } = await loadOwnEndpoint(context, asked, services);
  return endpointSettingsUrl(context, id);
};
