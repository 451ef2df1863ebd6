/** What the two sides of a dispute do, through the one door: the buyer on the page of the order, the seller in the console. */
import {
  decideAcceptOffer,
  decideDeclineOffer,
  decideMakeOffer,
  decideWithdrawOffer,
  decideWriteStatement,
} from "../domain/decisions/negotiate.js";
import type { Split } from "../domain/decisions/resolve-dispute.js";
import type { NewEvidence } from "../domain/evidence.js";
import type { AccountId, EscrowId } from "../domain/ids.js";
import {
  type Context,
  type Decision,
  type Dispute,
  type Escrow,
  type Party,
  type Refusal,
  refuse,
} from "../domain/model.js";
import type { Door } from "./execute.js";

/** Who acts, and on which escrow: a buyer is known by their address in lower case, a merchant by the account. */
export type Side = { readonly account: AccountId; readonly escrow: EscrowId } & (
  | { readonly party: "buyer"; readonly buyer: string }
  | { readonly party: "merchant" }
);

/** Null when it was done. What is refused has changed nothing, and an escrow that is not theirs is `not_found`. */
type Done = Promise<Refusal | null>;

/** @param words.evidence at most EVIDENCE_FILES_MAX; written with the statement or not at all. */
export const writeStatement = (
  door: Door,
  side: Side,
  { text, evidence }: { readonly text: string; readonly evidence: readonly NewEvidence[] },
): Done =>
  act(door, side, {
    decide: ({ escrow, dispute, party }) => decideWriteStatement(escrow, dispute, { party, text }),
    evidence,
  });

/** @param offer.text why; may be empty. */
export const makeOffer = (
  door: Door,
  side: Side,
  { split, text }: { readonly split: Split; readonly text: string },
): Done =>
  act(door, side, {
    decide: ({ escrow, dispute, party }) => decideMakeOffer(escrow, dispute, { party, split, text }),
  });

/** @param number of the offer, which the same side made. */
export const withdrawOffer = (door: Door, side: Side, number: number): Done =>
  act(door, side, { decide: ({ escrow, dispute, party }) => decideWithdrawOffer(escrow, dispute, { party, number }) });

/** @param number of the offer, which the other side made. */
export const declineOffer = (door: Door, side: Side, number: number): Done =>
  act(door, side, { decide: ({ escrow, dispute, party }) => decideDeclineOffer(escrow, dispute, { party, number }) });

/** Settles the escrow at once. @param number of the offer, which the other side made. */
export const acceptOffer = (door: Door, side: Side, number: number): Done =>
  act(door, side, {
    decide: ({ escrow, dispute, party, context }) => decideAcceptOffer(escrow, dispute, { party, number, context }),
  });

type Scene = {
  readonly escrow: Escrow;
  readonly dispute: Dispute | undefined;
  readonly party: Party;
  readonly context: Context;
};
type Work = { readonly decide: (scene: Scene) => Decision; readonly evidence?: readonly NewEvidence[] };

async function act(door: Door, side: Side, { decide, evidence = [] }: Work): Done {
  const { party } = side;
  const { refusal } = await door.change({
    account: side.account,
    subject: { escrow: side.escrow },
    decide: ({ escrow, dispute }, context) => {
      const isTheirs = side.party === "merchant" || escrow?.buyerEmail.toLowerCase() === side.buyer;
      if (escrow === undefined || !isTheirs) return refuse("not_found");
      return decide({ escrow, dispute, party, context });
    },
    ...(evidence.length === 0 ? {} : { evidence }),
  });
  return refusal;
}
