import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { type CheckServices, loadCheck, versionOf } from "./load.js";
import { EndpointCheckPage } from "./view.js";

type CheckHandler = Handler<ConsoleContext, CheckServices>;

/** What the doctor last said of an endpoint; while it looks, the page waits for it. */
export const showEndpointCheck: CheckHandler = async (context, asked, services) => {
  const view = await loadCheck(context, asked, services);
  return <EndpointCheckPage context={context} {...view} />;
};

export const endpointCheckStatus: CheckHandler = async (context, asked, services) =>
  asked.reply.send({ version: versionOf(await loadCheck(context, asked, services)) });
