import { token } from "../../../../platform/random.js";
import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { loadAccountSettings, type SettingsServices } from "../../settings/load.js";
import { emptySession, FORM_NAME_LENGTH } from "./form.js";
import { NewSessionPage } from "./view.js";

/** The form of a payment link. */
export const showNewSession: Handler<ConsoleContext, SettingsServices> = async (context, _asked, services) => (
  <NewSessionPage
    context={context}
    brand={(await loadAccountSettings(context, services)).brand}
    typed={emptySession(token(FORM_NAME_LENGTH))}
    problems={{}}
  />
);
