/** How an operator ends a dispute: asked once more, with where every cent goes, and then decided. */
import { askSecond } from "../../../commands/ask-second.js";
import { actedOf, isSecondNeeded } from "../../../commands/on-account.js";
import { outcomeOf, resolveDispute } from "../../../commands/resolve-dispute.js";
import { add, formatMoney } from "../../../domain/money.js";
import { NOTHING_ALONE } from "../../../domain/operators.js";
import { readMovedAlone } from "../../../store/read/desk/moved-alone.js";
import type { Answer } from "../../kit/answer.js";
import type { Handler, Posted } from "../../kit/route.js";
import { UNPROCESSABLE } from "../../kit/status.js";
import type { DeskContext } from "../access.js";
import { disputePath } from "../links.js";
import type { DeskServices } from "../load.js";
import type { OrderWithMoney } from "../order/load.js";
import { operatorOf } from "../parts.js";
import { secondSentence } from "../second.js";
import { type SaidCode, saidOf } from "../words.js";
import { findDispute } from "./load.js";
import { type Preview, previewOf, readResolution, type TypedResolution } from "./resolution.js";
import { CheckPage, DisputePage } from "./view.js";

type DisputeAction = Handler<DeskContext, DeskServices, Posted>;

/** Changes nothing yet. */
export const checkResolution: DisputeAction = async (context, { params, form }, services) => {
  const dispute = await findDispute(params, services);
  if (dispute.escrow.status !== "DISPUTED") return told(dispute, "stale");
  const read = readResolution(form, dispute.escrow);
  if (!read.ok) return again(context, dispute, read.typed);
  const preview = previewOf(dispute, read.resolution);
  if (preview === null) return told(dispute, "stale");
  const second = await secondOf(context, { dispute, preview }, services);
  return <CheckPage context={context} dispute={dispute} form={form} preview={preview} second={second} />;
};

/** Why another operator has to confirm it; null when nobody has to. */
async function secondOf(
  context: DeskContext,
  { dispute: { escrow }, preview }: { readonly dispute: OrderWithMoney; readonly preview: Preview },
  { db, config }: Pick<DeskServices, "db" | "config">,
): Promise<string | null> {
  const about = { account: escrow.account, escrow: escrow.id };
  const [alone = NOTHING_ALONE] = await readMovedAlone(db, context.seller.id, [about]);
  const amount = add(preview.toSeller, preview.toBuyer);
  return secondSentence(operatorOf(context), { amount, alone, from: config.secondOperatorFrom });
}

export const confirmResolution: DisputeAction = async (context, { params, form }, services) => {
  const dispute = await findDispute(params, services);
  if (dispute.escrow.status !== "DISPUTED") return told(dispute, "stale");
  const read = readResolution(form, dispute.escrow);
  if (!read.ok) return again(context, dispute, read.typed);
  const { account, id: escrow } = dispute.escrow;
  const resolution = { ...read.resolution, reason: read.reason };
  const operator = operatorOf(context);
  const by = { operator, secondFrom: services.config.secondOperatorFrom };
  const acted = actedOf(await resolveDispute(services.executor, { account, escrow, resolution }, by));
  if (!isSecondNeeded(acted)) return told(dispute, saidOf(acted, "resolved"));
  const preview = previewOf(dispute, read.resolution);
  const asked = await askSecond(
    services.db,
    { operator, account, reason: read.reason },
    {
      request: { action: "resolve_dispute", escrow, resolution },
      subject: dispute.escrow.disputeReference ?? "",
      shown: {
        outcome: outcomeOf(resolution),
        ...(preview === null
          ? {}
          : { "to the seller": formatMoney(preview.toSeller), "to the buyer": formatMoney(preview.toBuyer) }),
      },
    },
  );
  return told(dispute, saidOf(asked, "second"));
};

const told = ({ merchant, escrow }: OrderWithMoney, said: SaidCode): string =>
  `${disputePath(merchant.sellerCode, escrow.id)}?said=${said}`;

/** The page again, with what has to be put right. */
const again = (context: DeskContext, dispute: OrderWithMoney, typed: TypedResolution): Answer => ({
  status: UNPROCESSABLE,
  page: <DisputePage context={context} dispute={dispute} typed={typed} />,
});
