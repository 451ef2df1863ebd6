import { unixSeconds } from "../../../../platform/clock.js";
import { grouped } from "../../../../words/format.js";
import type { Locale } from "../../../../words/locale.js";
import type { FormFields } from "../../../kit/page-context.js";
import type { Handler, Posted } from "../../../kit/route.js";
import { UNPROCESSABLE } from "../../../kit/status.js";
import type { ConsoleContext } from "../../context.js";
import { diagnose, NOTHING_PASTED, PASTED_MAX, type Pasted } from "./diagnose.js";
import { loadKnown, type SignatureServices } from "./load.js";
import { type PastedProblems, SignaturePage } from "./view.js";
import { signatureWords } from "./words.js";

/** Says of what was pasted whether it fits together. Nothing of it is kept. */
export const checkSignature: Handler<ConsoleContext, SignatureServices, Posted> = async (
  context,
  { form },
  services,
) => {
  const pasted = readPasted(form);
  const problems = problemsOf(pasted, context.locale);
  if (Object.keys(problems).length > 0) {
    const page = <SignaturePage context={context} pasted={pasted} diagnosis={null} problems={problems} />;
    return { status: UNPROCESSABLE, page };
  }
  const diagnosis = diagnose(pasted, await loadKnown(context, pasted.body, services), {
    now: unixSeconds(),
    locale: context.locale,
  });
  return <SignaturePage context={context} pasted={pasted} diagnosis={diagnosis} problems={{}} />;
};

function problemsOf(pasted: Pasted, locale: Locale): PastedProblems {
  const words = signatureWords(locale);
  const names = Object.keys(NOTHING_PASTED) as readonly (keyof Pasted)[];
  const wrong = names.flatMap((name) => {
    if (pasted[name].trim() === "") return [[name, words.pasteIt]];
    return pasted[name].length > PASTED_MAX[name]
      ? [[name, words.tooLong({ most: grouped(PASTED_MAX[name], locale) })]]
      : [];
  });
  return Object.fromEntries(wrong);
}

const readPasted = ({ header = "", body = "", secret = "" }: FormFields): Pasted => ({ header, body, secret });
