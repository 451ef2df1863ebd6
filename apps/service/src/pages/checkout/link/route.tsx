import type { PageContext } from "../../kit/page-context.js";
import type { Handler } from "../../kit/route.js";
import { GONE } from "../../kit/status.js";
import { type LinkServices, loadLink } from "./load.js";
import { LinkPage } from "./view.js";

/** The page behind a link that many can use. It opens nothing: previews and scanners of mails look at it too. */
export const showLink: Handler<PageContext, LinkServices> = async (context, { params }, services) => {
  const view = await loadLink(params, services);
  const { standing } = view.link;
  const page = <LinkPage view={view} context={context} />;
  return standing === "OFF" || standing === "EXPIRED" ? { status: GONE, page } : page;
};
