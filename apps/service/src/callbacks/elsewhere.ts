/**
 * Callbacks that the cell knows which the payment, refund or payout was asked for in: providers know one address, or few, and the
 * cell behind it is one of several. It puts what it doesn't know to the others as it came, and each reads it for itself, for what
 * a notice says may hang on what was kept when it was asked for.
 */
import { type OtherCells, question } from "../platform/other-cells.js";
import { type CallbackRequest, type Named, orderReferenceOf, type Report, type Verified } from "../providers/port.js";
import { findObject, findObjectByProviderId } from "../store/providers/objects.js";

/** As it came to another cell; the body is in base64. */
export type ForwardedCallback = Omit<CallbackRequest, "body"> & { readonly provider: string; readonly body: string };

/** Whether it was taken. */
export const TAKE_CALLBACK = question<ForwardedCallback, boolean>("take-callback");

type Store = Parameters<typeof findObject>[0];
type Subject = { readonly kind: "payment" | "refund" | "payout"; readonly named: Named };

/** Whether anything that it is about was asked for here. */
export async function isNamedHere(
  db: Store,
  provider: string,
  verified: Exclude<Verified, { readonly kind: "forged" | "unchecked" }>,
): Promise<boolean> {
  // Of what, nobody can tell: the cell that got it keeps it.
  if (verified.kind === "unreadable") return true;
  const subjects: readonly Subject[] =
    verified.kind === "hint"
      ? verified.about.map(({ about, reference }) => ({ kind: about, named: reference }))
      : verified.reports.flatMap(subjectsOf);
  // Whether somebody can be paid now is looked up when it matters.
  if (verified.kind === "genuine" && verified.reports.some(({ about }) => about === "payee")) return true;
  for (const { kind, named } of subjects) {
    if (await isKnown(db, { provider, kind }, named)) return true;
  }
  return false;
}

function subjectsOf(report: Report): readonly Subject[] {
  switch (report.about) {
    case "payment":
    case "refund":
    case "payout":
      return [{ kind: report.about, named: report.reference }];
    case "dispute":
      return [{ kind: "payment", named: report.payment }];
    case "payee":
      return [];
    default:
      return report satisfies never;
  }
}

async function isKnown(
  db: Store,
  { provider, kind }: { readonly provider: string; readonly kind: string },
  named: Named,
): Promise<boolean> {
  const found =
    typeof named === "string"
      ? await findObject(db, { provider, kind, reference: orderReferenceOf(named) })
      : await findObjectByProviderId(db, { provider, ...named });
  return found !== null;
}

/** `unknown`: all others were there, and none of them asked for it. */
export async function putToOthers(
  others: OtherCells,
  provider: string,
  { body, ...callback }: CallbackRequest,
): Promise<"taken" | "away" | "unknown"> {
  const answers = await others.ask(TAKE_CALLBACK, { ...callback, provider, body: body.toString("base64") });
  if (answers.some(({ answer }) => answer === true)) return "taken";
  return answers.some(({ answer }) => answer === null) ? "away" : "unknown";
}
