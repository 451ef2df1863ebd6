import { saveTerms } from "../../../../commands/save-terms.js";
import { cents } from "../../../../domain/money.js";
import type { Handler, Posted } from "../../../kit/route.js";
import { UNPROCESSABLE } from "../../../kit/status.js";
import { tooLongHere } from "../../../kit/too-long.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";
import { settingsPath } from "../frame.js";
import { loadAccountSettings, type SettingsServices } from "../load.js";
import { readTerms } from "./form.js";
import { TermsPage } from "./view.js";

/** One that every way to pay takes. */
const ANY_AMOUNT = cents(10_000n);

type TermsServices = SettingsServices & Pick<ConsoleServices, "providers">;

export const keepTerms: Handler<ConsoleContext, TermsServices, Posted> = async (context, asked, services) => {
  const form = readTerms(asked.form);
  const most = form.terms === null ? null : tooLongHere(form.terms, ANY_AMOUNT, services.providers);
  if (form.terms === null || most !== null) {
    const { terms } = await loadAccountSettings(context, services);
    return { status: UNPROCESSABLE, page: <TermsPage context={context} terms={terms} form={form} most={most} /> };
  }
  await saveTerms(services.db, context.member.account, form.terms);
  return settingsPath(context, "/terms", "terms");
};
