import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { type KeysServices, loadKeys } from "./load.js";
import { KeysPage } from "./view.js";

/** The API keys of an account, masked. */
export const showKeys: Handler<ConsoleContext, KeysServices> = async (context, { query }, services) => (
  <KeysPage context={context} {...(await loadKeys(context, services))} said={query["said"]} />
);
