import { removeLogo, saveBrand } from "../../../../commands/save-brand.js";
import { LOGO_BYTES_MAX } from "../../../../domain/logo.js";
import type { FilesAction, Handler, Posted } from "../../../kit/route.js";
import { UNPROCESSABLE } from "../../../kit/status.js";
import type { ConsoleContext } from "../../context.js";
import { settingsPath } from "../frame.js";
import { loadAccountSettings, type SettingsServices } from "../load.js";
import { readBrand } from "./form.js";
import { BrandPage } from "./view.js";

/** Keeps a brand, or shows how it would look. */
export const keepBrand: FilesAction<ConsoleContext, ConsoleContext, SettingsServices> = {
  files: { files: 1, bytesEach: LOGO_BYTES_MAX },
  look: async (context) => ({ context }),
  act: async (context, { upload }, services) => {
    const form = readBrand(upload, context.locale);
    const isWrong = Object.keys(form.problems).length > 0;
    if (isWrong || form.isPreview) {
      const { brand } = await loadAccountSettings(context, services);
      const page = <BrandPage context={context} brand={brand} form={form} />;
      return isWrong ? { status: UNPROCESSABLE, page } : page;
    }
    await saveBrand(services.db, context.member.account, { ...form.typed, logo: form.logo });
    return settingsPath(context, "/brand", "brand");
  },
};

export const dropLogo: Handler<ConsoleContext, SettingsServices, Posted> = async (context, _asked, { db }) => {
  await removeLogo(db, context.member.account);
  return settingsPath(context, "/brand", "logo");
};
