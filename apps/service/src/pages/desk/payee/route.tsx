/** The account that a refund goes to, named by an operator so that it can leave by a file for the bank. */
import { setPayee } from "../../../commands/set-payee.js";
import type { TypedDestination } from "../../../domain/destinations.js";
import { UUID } from "../../../domain/ids.js";
import { ANY_ACCOUNT } from "../../../domain/payees.js";
import { payeeForm, railProvider } from "../../../domain/rails.js";
import { findOutgoingOf, type OutgoingView } from "../../../store/read/desk/rails.js";
import type { Asked } from "../../kit/answer.js";
import type { FormFields } from "../../kit/page-context.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { Handler, Posted } from "../../kit/route.js";
import { UNPROCESSABLE } from "../../kit/status.js";
import type { DeskContext } from "../access.js";
import { RECEIPTS_PATH } from "../links.js";
import type { DeskServices } from "../load.js";
import { operatorOf } from "../parts.js";
import { saidOf } from "../words.js";
import { PayeePage } from "./view.js";

const TYPED_MAX = 200;

export const showPayee: Handler<DeskContext, DeskServices> = async (context, { params }, services) => {
  const { refund, form } = await refundIn(params, services);
  return <PayeePage context={context} refund={refund} form={form} typed={typedIn({}, form)} problems={{}} />;
};

export const keepPayee: Handler<DeskContext, DeskServices, Posted> = async (context, asked, services) => {
  const { refund, form } = await refundIn(asked.params, services);
  const typed = typedIn(asked.form, form);
  const { account, escrow, reference } = refund;
  const by = { operator: operatorOf(context), account, reason: "" };
  const set = await setPayee(services.db, by, { escrow, reference, typed });
  if (set.ok) return `${RECEIPTS_PATH}?said=${saidOf(set.value, "payee")}#outgoing`;
  const page = <PayeePage context={context} refund={refund} form={form} typed={typed} problems={set.reason} />;
  return { status: UNPROCESSABLE, page };
};

/** @throws PageRefusal not_found also where its rail pays nobody by files. */
async function refundIn({ refund: reference = "" }: Asked["params"], { db, config }: DeskServices) {
  const refund: OutgoingView | null = UUID.test(reference) ? await findOutgoingOf(db, reference) : null;
  const rail = config.providers.manual?.rails.find((one) => railProvider(one) === refund?.provider);
  const form = rail === undefined ? null : payeeForm(rail);
  if (refund === null || refund.status !== "OPEN" || form === null) throw new PageRefusal("not_found");
  return { refund, form };
}

function typedIn(fields: FormFields, form: TypedDestination["form"] = ANY_ACCOUNT): TypedDestination {
  const typed = (name: string): string => (fields[name] ?? "").slice(0, TYPED_MAX);
  return {
    kind: "bank",
    form,
    details: Object.fromEntries(form.details.map(({ id }) => [id, typed(`detail_${id}`)])),
    name: typed("name"),
    bank: typed("bank"),
    number: typed("number"),
    country: null,
    confirmed: "",
  };
}
