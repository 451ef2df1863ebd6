import { confirmApproval, declineRequest } from "../../../commands/decide-approval.js";
import type { Handler, Posted } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import { APPROVALS_PATH } from "../links.js";
import type { DeskServices } from "../load.js";
import { operatorOf } from "../parts.js";
import { saidOf } from "../words.js";

type ApprovalAction = Handler<DeskContext, Pick<DeskServices, "db" | "peopleDb" | "executor" | "refundTerms">, Posted>;

export const confirm: ApprovalAction = async (context, { params }, services) => {
  const second = { ...operatorOf(context), id: context.seller.id };
  const acted = await confirmApproval(services, params["approval"] ?? "", second);
  return `${APPROVALS_PATH}?said=${saidOf(acted, "confirmed")}`;
};

export const decline: ApprovalAction = async (context, { params }, { db }) => {
  const declined = await declineRequest(db, params["approval"] ?? "", operatorOf(context));
  return `${APPROVALS_PATH}?said=${saidOf(declined, "declined")}`;
};
