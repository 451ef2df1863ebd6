import type { PageContext } from "../../kit/page-context.js";
import type { Handler } from "../../kit/route.js";
import { GONE } from "../../kit/status.js";
import type { AllOrderServices } from "../load.js";
import { loadStop } from "./load.js";
import { OverPage, StopPage, StoppedPage } from "./view.js";

/** The page behind the link of a mail. Looking at it changes nothing. */
export const showStop: Handler<PageContext, AllOrderServices> = async (context, { params }, services) => {
  const scene = await loadStop(params, services);
  if (scene === null) return { status: GONE, page: <OverPage context={context} /> };
  return scene.milestone.status === "DISPUTED" ? (
    <StoppedPage context={context} {...scene} />
  ) : (
    <StopPage context={context} {...scene} problem={null} typed="" />
  );
};
