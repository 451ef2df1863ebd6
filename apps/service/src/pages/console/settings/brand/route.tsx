import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { loadAccountSettings, type SettingsServices } from "../load.js";
import { BrandPage } from "./view.js";

/** How the seller looks to buyers. */
export const showBrand: Handler<ConsoleContext, SettingsServices> = async (context, { query }, services) => {
  const { brand } = await loadAccountSettings(context, services);
  return <BrandPage context={context} brand={brand} said={query["said"]} />;
};
