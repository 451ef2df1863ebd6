import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { versionOf } from "../version.js";
import { loadSellerSession, type SessionServices } from "./load.js";
import { saidIn } from "./said.js";
import { SessionPage } from "./view.js";

type SessionHandler = Handler<ConsoleContext, SessionServices>;

/** One session; while it is open the page looks for news. */
export const showSession: SessionHandler = async (context, asked, services) => {
  const session = await loadSellerSession(context, asked, services);
  return <SessionPage context={context} session={session} said={saidIn(asked)} publicUrl={services.publicUrl()} />;
};

export const sessionStatus: SessionHandler = async (context, asked, services) =>
  asked.reply.send({ version: versionOf(await loadSellerSession(context, asked, services)) });
