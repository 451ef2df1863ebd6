import { saveFrameOrigins } from "../../../../commands/save-frame-origins.js";
import type { Handler, Posted } from "../../../kit/route.js";
import { UNPROCESSABLE } from "../../../kit/status.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";
import { settingsPath } from "../frame.js";
import { readEmbed } from "./form.js";
import { EmbedPage } from "./view.js";

export const keepEmbed: Handler<ConsoleContext, EmbedServices, Posted> = async (context, asked, services) => {
  const { db, publicUrl } = services;
  const form = readEmbed(asked.form, { isSandbox: context.site.isSandbox, locale: context.locale });
  if (form.origins === null)
    return { status: UNPROCESSABLE, page: <EmbedPage context={context} form={form} publicUrl={publicUrl()} /> };
  const { member, seller } = context;
  await saveFrameOrigins(db, member.account, { origins: form.origins, actor: seller.actor });
  return settingsPath(context, "/embed", "embed");
};

export type EmbedServices = Pick<ConsoleServices, "db" | "publicUrl">;
