import { token } from "../../../../platform/random.js";
import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { emptySession } from "./form.js";
import { NewSessionPage } from "./view.js";

const FORM_NAME_LENGTH = 22;

/** The form of a payment link. */
export const showNewSession: Handler<ConsoleContext, unknown> = (context) => (
  <NewSessionPage context={context} typed={emptySession(token(FORM_NAME_LENGTH))} problems={{}} />
);
