import { renameAccount } from "../../../../commands/rename-account.js";
import { saveProfile } from "../../../../commands/save-profile.js";
import { checkNames, isDone, readName } from "../../../../identity/seller-outcome.js";
import type { Handler, Posted } from "../../../kit/route.js";
import { UNPROCESSABLE } from "../../../kit/status.js";
import type { ConsoleContext } from "../../context.js";
import { sentenceAbout } from "../../people/words.js";
import { settingsPath } from "../frame.js";
import { loadProfile, type SettingsServices } from "../load.js";
import { readProfile } from "./form.js";
import { ProfilePage } from "./view.js";

export const keepProfile: Handler<ConsoleContext, SettingsServices, Posted> = async (context, asked, services) => {
  const { settings, setup } = await loadProfile(context, services);
  const form = readProfile({ form: asked.form, locale: context.locale }, settings.profile);
  if (Object.keys(form.problems).length > 0) {
    return {
      status: UNPROCESSABLE,
      page: <ProfilePage context={context} settings={settings} setup={setup} form={form} />,
    };
  }
  await saveProfile(services.db, context.member.account, form.typed);
  return settingsPath(context, "", "profile");
};

/** The name that buyers know the seller by. */
export const keepTradingName: Handler<ConsoleContext, SettingsServices, Posted> = async (context, asked, services) => {
  const { member, seller, locale } = context;
  const typed = asked.form["trading_name"] ?? "";
  const problems = checkNames(undefined, typed);
  if (!isDone({ problems })) {
    const renaming = { typed, problem: sentenceAbout(problems, "trading_name", locale) };
    const page = <ProfilePage context={context} {...(await loadProfile(context, services))} renaming={renaming} />;
    return { status: UNPROCESSABLE, page };
  }
  if (member.verificationStatus === "PENDING") return settingsPath(context, "");
  const tradingName = readName(typed) ?? member.tradingName;
  await renameAccount(services.db, member.account, { tradingName, actor: seller.actor });
  return settingsPath(context, "", "tradingName");
};
