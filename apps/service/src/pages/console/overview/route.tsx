import type { Handler } from "../../kit/route.js";
import type { ConsoleContext } from "../context.js";
import { loadOverview, type OverviewServices } from "./load.js";
import { hasStepsLeft } from "./setup.js";
import { readSpanKey, spanOf } from "./spans.js";
import { FirstPage, OverviewPage } from "./view.js";

const DAY_SECONDS = 86_400;

/** How an account goes within a span of time, and what waits for its seller. */
export const showOverview: Handler<ConsoleContext, OverviewServices> = async (entered, { query }, services) => {
  const today = Math.floor(entered.seller.now / DAY_SECONDS);
  const span = spanOf(readSpanKey(query["span"]), today, entered.locale);
  const { badges, setup: read, overview, connected } = await loadOverview(entered, span, services);
  const context = { ...entered, badges: () => badges };
  const setup = read !== null && hasStepsLeft({ context, setup: read }) ? read : null;
  if (overview === null) return <FirstPage context={context} setup={setup} connected={connected} />;
  return <OverviewPage context={context} setup={setup} connected={connected} overview={overview} />;
};
