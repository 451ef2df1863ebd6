import { askForAccountEmail, giveUpAccountEmailChange } from "../../../../commands/change-account-email.js";
import { renameAccount } from "../../../../commands/rename-account.js";
import { saveProfile } from "../../../../commands/save-profile.js";
import { emailProblem, readEmail } from "../../../../domain/email.js";
import { checkNames, isDone, readName } from "../../../../identity/seller-outcome.js";
import { takeOrRefuse } from "../../../kit/places.js";
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

/** Nothing changes yet: a link goes to the new address. */
export const askAccountEmail: Handler<ConsoleContext, SettingsServices, Posted> = async (context, asked, services) => {
  const { member, seller, locale } = context;
  const { db } = services;
  const typed = asked.form["account_email"] ?? "";
  const email = readEmail(typed);
  if (email === null) {
    const problem = sentenceAbout({ email: emailProblem(typed) }, "email", locale);
    const readdressing = { typed, problem };
    const page = (
      <ProfilePage context={context} {...(await loadProfile(context, services))} readdressing={readdressing} />
    );
    return { status: UNPROCESSABLE, page };
  }
  await takeOrRefuse(db, [{ window: "readdressing", subject: member.account }]);
  await askForAccountEmail(db, member.account, { email, locale, actor: seller.actor });
  return settingsPath(context, "", "accountEmail");
};

/** The link that was sent works no longer. */
export const giveUpAccountEmail: Handler<ConsoleContext, SettingsServices, Posted> = async (
  context,
  _asked,
  { db },
) => {
  await giveUpAccountEmailChange(db, context.member.account);
  return settingsPath(context, "", "accountEmailKept");
};
