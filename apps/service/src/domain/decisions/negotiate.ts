/**
 * What the two sides of a dispute do by themselves: write, offer each other a split of all that is left, take an offer
 * back, decline it, or accept it, which settles the escrow at once and for good. All of it ends with the dispute.
 */
import { entry, isStopped, STOPPED, unreleasedOf } from "../escrow.js";
import type { Context, Decision, Dispute, Entry, Escrow, Milestone, Offer, Party, SaidVerb } from "../model.js";
import { refuse, refuseNow } from "../model.js";
import { allows, OFFER_MOVES } from "../states.js";
import { decideSettle, longestDisputed, type Split, splitProblem } from "./resolve-dispute.js";

/** Statements and offers of one side of an escrow, over all of its disputes. */
export const STATEMENTS_MAX = 50;
export const OFFERS_MAX = 50;

/** A line about the whole dispute hangs off the part that is disputed longest, and moves nothing. */
const line = (
  verb: SaidVerb,
  about: Milestone,
  { party, text = "" }: { readonly party: Party; readonly text?: string },
): readonly Entry[] => [entry(verb, about, { to: about.status, actor: party, text })];

/** The part that lines hang off; undefined when there is no dispute in which something could be said. */
const disputedPart = (escrow: Escrow): Milestone | undefined =>
  escrow.status === "DISPUTED" ? longestDisputed(escrow) : undefined;

/**
 * A side writes to the other and to the operator; files may come with it.
 * @returns refused with `invalid_state` outside a dispute, `validation_failed` beyond {@link STATEMENTS_MAX}.
 */
export function decideWriteStatement(
  escrow: Escrow,
  dispute: Dispute,
  { party, text }: { readonly party: Party; readonly text: string },
): Decision {
  const about = disputedPart(escrow);
  if (about === undefined) return refuse("invalid_state");
  if (dispute.statements[party] >= STATEMENTS_MAX) {
    return refuse("validation_failed", { text: [`a side writes at most ${STATEMENTS_MAX} times.`] });
  }
  return { ok: true, entries: line("statement", about, { party, text }) };
}

/**
 * A side offers to split all that is left. It takes the place of the offer that this side has on the table.
 * @returns refused with `invalid_state` outside a dispute; `validation_failed` when the amounts do not add up to what is
 * left, naming the sum, or beyond {@link OFFERS_MAX}.
 */
export function decideMakeOffer(
  escrow: Escrow,
  dispute: Dispute,
  { party, split, text }: { readonly party: Party; readonly split: Split; readonly text: string },
): Decision {
  const about = disputedPart(escrow);
  if (about === undefined) return refuse("invalid_state");
  const sentence = splitProblem(escrow, split);
  if (sentence !== null) return refuse("validation_failed", { release: [sentence], refund: [sentence] });
  const own = dispute.offers.filter(({ by }) => by === party);
  if (own.length >= OFFERS_MAX) {
    return refuse("validation_failed", { release: [`a side makes at most ${OFFERS_MAX} offers.`] });
  }
  const { release, refund } = split;
  const replaced = own.filter(({ status }) => status === "OPEN").map((offer) => moved(offer, "WITHDRAWN"));
  const number = 1 + Math.max(0, ...dispute.offers.map((offer) => offer.number));
  return {
    ok: true,
    entries: line("offer", about, { party, text }),
    offers: [...replaced, { number, by: party, release, refund, status: "OPEN" }],
  };
}

/** The side that made an offer takes it back. */
export function decideWithdrawOffer(
  escrow: Escrow,
  dispute: Dispute,
  { party, number }: { readonly party: Party; readonly number: number },
): Decision {
  return decideAnswer(escrow, dispute, { verb: "withdraw", party, number });
}

/** The side that an offer was made to says no. */
export function decideDeclineOffer(
  escrow: Escrow,
  dispute: Dispute,
  { party, number }: { readonly party: Party; readonly number: number },
): Decision {
  return decideAnswer(escrow, dispute, { verb: "decline", party, number });
}

function decideAnswer(
  escrow: Escrow,
  dispute: Dispute,
  { verb, party, number }: { readonly verb: "withdraw" | "decline"; readonly party: Party; readonly number: number },
): Decision {
  const about = disputedPart(escrow);
  const offer = dispute.offers.find((one) => one.number === number);
  if (about === undefined) return refuse("invalid_state");
  if (offer === undefined) return refuse("not_found");
  const isTheirs = (verb === "withdraw") === (offer.by === party);
  if (!isTheirs || !allows(OFFER_MOVES[verb], offer.status)) return refuse("invalid_state");
  return verb === "withdraw"
    ? { ok: true, entries: line("withdrawOffer", about, { party }), offers: [moved(offer, "WITHDRAWN")] }
    : { ok: true, entries: line("declineOffer", about, { party }), offers: [moved(offer, "DECLINED")] };
}

/**
 * The side that an offer was made to accepts it: the escrow is settled with its amounts, and nothing can be taken back.
 * @returns refused with `invalid_state` when the offer is not on the table any more, or was made by the same side.
 */
export function decideAcceptOffer(
  escrow: Escrow,
  dispute: Dispute,
  { party, number, context }: { readonly party: Party; readonly number: number; readonly context: Context },
): Decision {
  if (disputedPart(escrow) === undefined) return refuse("invalid_state");
  if (isStopped(escrow)) return refuseNow(STOPPED);
  const offer = dispute.offers.find((one) => one.number === number);
  if (offer === undefined) return refuse("not_found");
  if (offer.by === party || !allows(OFFER_MOVES.accept, offer.status)) return refuse("invalid_state");
  // Offers lapse with the sum that they split, so this does not happen; money is worth a second look.
  if (offer.release + offer.refund !== unreleasedOf(escrow)) return refuse("invalid_state");
  const settled = decideSettle(escrow, offer, { actor: party, context });
  return settled.ok ? { ...settled, offers: [moved(offer, "ACCEPTED")] } : settled;
}

const moved = (offer: Offer, status: Offer["status"]): Offer => ({ ...offer, status });
