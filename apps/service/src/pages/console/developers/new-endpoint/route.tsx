import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { NewEndpointPage } from "./view.js";

export const showNewEndpoint: Handler<ConsoleContext, unknown> = (context) => <NewEndpointPage context={context} />;
