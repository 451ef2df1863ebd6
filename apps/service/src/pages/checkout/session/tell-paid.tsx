/** The form of a buyer who has paid by a rail of the operator's own. */
import { claimPayment } from "../../../commands/claim-payment.js";
import { PROOF_FILES, PROOF_TYPES } from "../../../domain/claims.js";
import { EVIDENCE_BYTES_MAX } from "../../../domain/evidence.js";
import type { PaymentId } from "../../../domain/ids.js";
import type { PageContext } from "../../kit/page-context.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { FilesAction } from "../../kit/route.js";
import { BAD_REQUEST } from "../../kit/status.js";
import type { ClaimProblem } from "./claim.js";
import { loadView, type SessionServices } from "./load.js";
import { hereOf, isOfRail, type Mine, openPayment, type View } from "./state.js";
import { SessionPage } from "./view.js";

const TAKEN = { files: PROOF_FILES, bytesEach: EVIDENCE_BYTES_MAX, types: PROOF_TYPES };

type Seen = { readonly context: PageContext; readonly view: View; readonly mine: Mine; readonly payment: PaymentId };

/** "I've paid", with or without files. What no longer waits leads back to the page, which tells. */
export const tellPaid: FilesAction<PageContext, Seen, SessionServices> = {
  files: TAKEN,
  look: async (context, asked, services) => {
    const view = await loadView(context, asked, services);
    const { standing } = view;
    if (standing.kind !== "mine") return { instead: hereOf(view) };
    const payment = standing.payments.find(({ id }) => id === asked.params["payment"]);
    if (payment === undefined) throw new PageRefusal("not_found");
    if (!isOfRail(payment) || openPayment(standing)?.id !== payment.id) return { instead: hereOf(view) };
    return { context: { context, view, mine: standing, payment: payment.id } };
  },
  act: async ({ context, view, mine, payment }, { upload }, { db }) => {
    const { files, problem } = upload;
    const again = (what: ClaimProblem) => ({
      status: BAD_REQUEST,
      page: <SessionPage view={view} context={context} claimProblem={what} />,
    });
    if (problem !== null) return again(problem);
    const said = await claimPayment(db, { account: view.session.account, escrow: mine.escrow.id, payment }, files);
    return said === "full" ? again({ kind: "full" }) : hereOf(view);
  },
};
