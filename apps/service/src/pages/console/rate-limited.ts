import type { OwnPlace } from "../../identity/places.js";
import type { Queryable } from "../../platform/database.js";
import { takeOrRefuse } from "../kit/places.js";
import type { Handler, Posted } from "../kit/route.js";
import type { ConsoleContext } from "./context.js";

/** A form that makes us send, or look up, takes a place of its account for that as well. */
export const rateLimited =
  <Services>(
    window: OwnPlace["window"],
    act: Handler<ConsoleContext, Services, Posted>,
  ): Handler<ConsoleContext, Services & { readonly db: Queryable }, Posted> =>
  async (context, asked, services) => {
    await takeOrRefuse(services.db, [{ window, subject: context.member.account }]);
    return act(context, asked, services);
  };
