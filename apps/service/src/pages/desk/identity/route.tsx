import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import { untouched } from "./form.js";
import { type IdentityServices, loadIdentity } from "./load.js";
import { IdentityPage } from "./view.js";

/** Who runs the deployment. */
export const showIdentity: Handler<DeskContext, IdentityServices> = async (context, { query }, services) => {
  const scene = await loadIdentity(context, services);
  return <IdentityPage context={context} scene={scene} form={untouched(scene)} said={query["said"]} />;
};
