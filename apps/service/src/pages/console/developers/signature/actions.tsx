import { unixSeconds } from "../../../../platform/clock.js";
import type { FormFields } from "../../../kit/page-context.js";
import type { Handler, Posted } from "../../../kit/route.js";
import { UNPROCESSABLE } from "../../../kit/status.js";
import type { ConsoleContext } from "../../context.js";
import { diagnose, NOTHING_PASTED, type Pasted } from "./diagnose.js";
import { loadKnown, type SignatureServices } from "./load.js";
import { SignaturePage } from "./view.js";

/** Says of what was pasted whether it fits together. Nothing of it is kept. */
export const checkSignature: Handler<ConsoleContext, SignatureServices, Posted> = async (
  context,
  { form },
  services,
) => {
  const pasted = readPasted(form);
  const missing = (Object.keys(NOTHING_PASTED) as readonly (keyof Pasted)[]).filter(
    (name) => pasted[name].trim() === "",
  );
  if (missing.length > 0) {
    const page = <SignaturePage context={context} pasted={pasted} diagnosis={null} missing={missing} />;
    return { status: UNPROCESSABLE, page };
  }
  const diagnosis = diagnose(pasted, await loadKnown(context, pasted.body, services), unixSeconds());
  return <SignaturePage context={context} pasted={pasted} diagnosis={diagnosis} missing={[]} />;
};

const readPasted = ({ header = "", body = "", secret = "" }: FormFields): Pasted => ({ header, body, secret });
