import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { NOTHING_PASTED } from "./diagnose.js";
import { SignaturePage } from "./view.js";

/** The signature check. */
export const showSignature: Handler<ConsoleContext, unknown> = (context) => (
  <SignaturePage context={context} pasted={NOTHING_PASTED} diagnosis={null} problems={{}} />
);
