import { saveTerms } from "../../../../commands/save-terms.js";
import type { Handler, Posted } from "../../../kit/route.js";
import { UNPROCESSABLE } from "../../../kit/status.js";
import type { ConsoleContext } from "../../context.js";
import { settingsPath } from "../frame.js";
import { loadAccountSettings, type SettingsServices } from "../load.js";
import { readTerms } from "./form.js";
import { TermsPage } from "./view.js";

export const keepTerms: Handler<ConsoleContext, SettingsServices, Posted> = async (context, asked, services) => {
  const form = readTerms(asked.form);
  if (form.terms === null) {
    const { terms } = await loadAccountSettings(context, services);
    return { status: UNPROCESSABLE, page: <TermsPage context={context} terms={terms} form={form} /> };
  }
  await saveTerms(services.db, context.member.account, form.terms);
  return settingsPath(context, "/terms", "terms");
};
