import type { PageContext } from "../kit/page-context.js";
import type { Handler } from "../kit/route.js";
import { HomePage } from "./view.js";

/** What there is to see at the root of the site. */
export const showHome: Handler<PageContext, unknown> = (context) => <HomePage context={context} />;
