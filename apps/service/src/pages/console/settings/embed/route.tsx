import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { loadAccountSettings } from "../load.js";
import type { EmbedServices } from "./actions.js";
import { embedForm } from "./form.js";
import { EmbedPage } from "./view.js";

/** Which sites may show the checkout inside of their pages, and what they put there. */
export const showEmbed: Handler<ConsoleContext, EmbedServices> = async (context, { query }, services) => {
  const { frameOrigins } = await loadAccountSettings(context, services);
  const publicUrl = services.publicUrl();
  return <EmbedPage context={context} form={embedForm(frameOrigins)} publicUrl={publicUrl} said={query["said"]} />;
};
