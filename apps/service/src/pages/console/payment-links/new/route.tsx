import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { loadAccountSettings, type SettingsServices } from "../../settings/load.js";
import { emptyLink } from "./form.js";
import { NewPaymentLinkPage } from "./view.js";

/** The form of a link that many can use. */
export const showNewPaymentLink: Handler<ConsoleContext, SettingsServices> = async (context, _asked, services) => (
  <NewPaymentLinkPage
    context={context}
    brand={(await loadAccountSettings(context, services)).brand}
    typed={emptyLink()}
    problems={{}}
  />
);
