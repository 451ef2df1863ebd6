import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { loadWallet, type WalletServices } from "./load.js";
import { NOTHING_TYPED, WalletPage } from "./view.js";

/** What there is, what can be paid out now, and the form for it. */
export const showWallet: Handler<ConsoleContext, WalletServices> = async (context, { query }, services) => (
  <WalletPage context={context} {...(await loadWallet(context, services))} typed={NOTHING_TYPED} said={query["said"]} />
);
