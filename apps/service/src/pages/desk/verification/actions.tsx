import type { VerificationStatus } from "@holdfast/contract";
import { decideVerification } from "../../../commands/decide-verification.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { Handler, Posted } from "../../kit/route.js";
import { UNPROCESSABLE } from "../../kit/status.js";
import type { DeskContext } from "../access.js";
import { verificationPath } from "../links.js";
import type { DeskReads } from "../load.js";
import { NO_REASON, operatorOf, readReason } from "../parts.js";
import { saidOf } from "../words.js";
import { findVerification } from "./load.js";
import { VerificationPage } from "./view.js";

/** As much as the seller's page and mail show. */
const REASON_MAX = 1000;
const STATUSES = ["UNVERIFIED", "PENDING", "VERIFIED", "REJECTED"] as const satisfies readonly VerificationStatus[];

/** Takes or refuses what was handed in, as it was when the page showed it. */
export const takeOrRefuse: Handler<DeskContext, DeskReads, Posted> = async (context, { params, form }, services) => {
  const verification = await findVerification(params, services);
  const to = form["to"] === "VERIFIED" ? "VERIFIED" : "REJECTED";
  const typed = to === "VERIFIED" ? NO_REASON : readReason(form["reason"], REASON_MAX);
  if (typed.problem !== null) {
    const page = <VerificationPage context={context} verification={verification} typed={typed} />;
    return { status: UNPROCESSABLE, page };
  }
  const from = STATUSES.find((one) => one === form["from"]);
  if (from === undefined) throw new PageRefusal("validation_failed");
  const by = { operator: operatorOf(context), account: verification.account, reason: typed.reason };
  const number = /^\d{1,9}$/.exec(form["submission"] ?? "")?.[0];
  const submission = number === undefined ? null : Number(number);
  const acted = await decideVerification(services.db, by, { to, from, submission });
  const said = saidOf(acted, to === "VERIFIED" ? "verified" : "rejected");
  return `${verificationPath(verification.sellerCode)}?said=${said}`;
};
