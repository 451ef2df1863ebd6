import type { PersonContext } from "../../kit/person-context.js";
import type { Handler } from "../../kit/route.js";
import { type AccountServices, findAccount } from "./load.js";
import { AccountPage } from "./view.js";

/** One account: its figures and people, and what operators may change about it. */
export const showDeskAccount: Handler<PersonContext, AccountServices> = async (
  context,
  { params, query },
  services,
) => <AccountPage context={context} found={await findAccount(params, services)} said={query["said"]} />;
