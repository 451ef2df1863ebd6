import { answerChallenge, BANK_DEEDS, disputeCard, typeCard } from "../../../providers/sandbox/play.js";
import { actIn } from "../play.js";

/** The payer pays, or their bank disputes what was paid. */
export const actOnCard = actIn("sandbox-card", (db, { reference }, { number = "", challenge, bank }) => {
  if (challenge !== undefined) return answerChallenge(db, reference, challenge === "pass");
  const deed = BANK_DEEDS.find((one) => one === bank);
  return deed === undefined ? typeCard(db, reference, number) : disputeCard(db, reference, deed);
});
