import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { walletUrl } from "../../links.js";

/** Where the review is loaded anew, which only its form can show. */
export const toWallet: Handler<ConsoleContext, unknown> = (context) => walletUrl(context);
