import { saveProfile } from "../../../../commands/save-profile.js";
import type { Handler, Posted } from "../../../kit/route.js";
import { UNPROCESSABLE } from "../../../kit/status.js";
import type { ConsoleContext } from "../../context.js";
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
