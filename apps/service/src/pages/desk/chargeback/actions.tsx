/** What an operator sends to the bank. */

import {
  EVIDENCE_BYTES_MAX,
  EVIDENCE_TEXT_MAX,
  type EvidenceFile,
  sendEvidence,
} from "../../../commands/send-evidence.js";
import { isClosed } from "../../../domain/chargebacks.js";
import { tidy } from "../../../domain/typed.js";
import { findEvidence } from "../../../store/read/orders/orders.js";
import type { FormFields } from "../../kit/page-context.js";
import type { Handler, Posted } from "../../kit/route.js";
import { UNPROCESSABLE } from "../../kit/status.js";
import type { DeskContext } from "../access.js";
import { chargebackPath } from "../links.js";
import type { DeskServices } from "../load.js";
import { operatorOf } from "../parts.js";
import { type SaidCode, saidOf } from "../words.js";
import { loadChargeback, type ShownChargeback } from "./load.js";
import { deliveredOn } from "./story.js";
import { ChargebackPage } from "./view.js";

export const sendToBank: Handler<DeskContext, DeskServices, Posted> = async (context, { params, form }, services) => {
  const shown = await loadChargeback(params, services);
  const { chargeback, order } = shown;
  const story = tidy((form["story"] ?? "").replaceAll("\r\n", "\n"));
  const files = await chosenFiles(shown, form, services);
  const problem = problemOf(story, files);
  if (problem !== null) {
    return {
      status: UNPROCESSABLE,
      page: <ChargebackPage context={context} shown={{ ...shown, story }} problem={problem} />,
    };
  }
  if (isClosed(chargeback)) return told(chargeback.id, "stale");
  const sent = await sendEvidence(services, chargeback, {
    operator: operatorOf(context),
    evidence: {
      theirId: chargeback.theirId,
      product: order.escrow.title,
      buyer: { name: null, email: order.escrow.buyerEmail },
      deliveredOn: deliveredOn(order),
      story,
      files,
    },
  });
  return told(chargeback.id, saidOf(sent, "evidence"));
};

const told = (id: string, said: SaidCode): string => `${chargebackPath(id)}?said=${said}`;

async function chosenFiles(
  { chargeback: { sellerCode, escrow }, files, filesMost }: ShownChargeback,
  form: FormFields,
  { db }: Pick<DeskServices, "db">,
): Promise<readonly EvidenceFile[]> {
  const chosen = files.filter(({ id }) => form[`file-${id}`] === "yes").slice(0, filesMost ?? 0);
  const found = await Promise.all(
    chosen.map(({ id }) => findEvidence(db, { sellerCode, escrow, id }, { operator: true })),
  );
  return found.filter((file) => file !== null);
}

function problemOf(story: string, files: readonly EvidenceFile[]): string | null {
  const length = [...story].length;
  if (length === 0) return "Write what happened: the bank decides by it.";
  if (length > EVIDENCE_TEXT_MAX) return `At most ${EVIDENCE_TEXT_MAX} characters; these are ${length}.`;
  const bytes = files.reduce((sum, { content }) => sum + content.length, 0);
  return bytes > EVIDENCE_BYTES_MAX ? "The files are too large together: leave one out." : null;
}
