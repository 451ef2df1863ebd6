import type { PageContext } from "../../kit/page-context.js";
import type { Handler } from "../../kit/route.js";
import { GONE } from "../../kit/status.js";
import { queryOf } from "../session/load.js";
import { type LinkServices, loadLink } from "./load.js";
import { LinkPage } from "./view.js";

/** The page behind a link that many can use. It opens nothing: previews and scanners of mails look at it too. */
export const showLink: Handler<PageContext, LinkServices> = async (context, asked, services) => {
  const view = await loadLink(asked.params, services);
  const { standing } = view.link;
  const page = <LinkPage view={view} context={context} query={queryOf(asked)} />;
  return standing === "OFF" || standing === "EXPIRED" ? { status: GONE, page } : page;
};
