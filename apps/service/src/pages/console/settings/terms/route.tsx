import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { loadAccountSettings, type SettingsServices } from "../load.js";
import { TermsPage } from "./view.js";

/** The clocks of an account's orders. */
export const showTerms: Handler<ConsoleContext, SettingsServices> = async (context, { query }, services) => {
  const { terms } = await loadAccountSettings(context, services);
  return <TermsPage context={context} terms={terms} said={query["said"]} />;
};
