import { answerChallenge, typeCard } from "../../../providers/sandbox/play.js";
import { actIn } from "../play.js";

export const payByCard = actIn("sandbox-card", (db, reference, { number = "", challenge }) =>
  challenge === undefined ? typeCard(db, reference, number) : answerChallenge(db, reference, challenge === "pass"),
);
