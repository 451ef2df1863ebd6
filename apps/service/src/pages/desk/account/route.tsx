import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import { type AccountServices, findAccount } from "./load.js";
import { AccountPage } from "./view.js";

/** One account: its figures and people, and what operators may change about it. */
export const showDeskAccount: Handler<DeskContext, AccountServices> = async (context, { params, query }, services) => (
  <AccountPage context={context} found={await findAccount(params, services)} said={query["said"]} />
);
