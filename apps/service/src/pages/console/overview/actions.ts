import { saveSetup } from "../../../commands/save-setup.js";
import { SETUP_BY } from "../../../domain/settings.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { Handler, Posted } from "../../kit/route.js";
import type { ConsoleContext } from "../context.js";
import type { ConsoleServices } from "../services.js";

/** The buttons that hide the checklist, and bring it back. */
export const HIDE = "hide";
export const SHOW = "show";

/** Who sets the account up leads to where they begin; what is no answer is refused. */
export const takeSetup: Handler<ConsoleContext, Pick<ConsoleServices, "db">, Posted> = async (
  { member, home },
  { form },
  { db },
) => {
  const by = ([...SETUP_BY, HIDE, SHOW] as const).find((one) => one === form["by"]);
  if (by === undefined) throw new PageRefusal("not_found");
  await saveSetup(db, member.account, by);
  return by === "developer" ? `${home}/start` : home;
};
