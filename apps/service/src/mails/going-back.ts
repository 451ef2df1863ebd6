/** What goes back, as those who paid get it: for mails, which name it beside US dollars. */
import type { Money } from "../domain/currencies.js";
import { sharesOf } from "../domain/decisions/resolve-dispute.js";
import type { RefundId } from "../domain/ids.js";
import type { Changes, Escrow, Offer, Source } from "../domain/model.js";
import type { Cents } from "../domain/money.js";
import { backOf, wouldGiveBack } from "../domain/refund-parts.js";
import type { RefundPart } from "../domain/refunds.js";

/** Who paid. */
export type Payers = {
  /** Parts, as they were before, of refunds that are written. */
  readonly known: readonly RefundPart[];
  /** Latest first; read where an offer is made. */
  readonly sources: readonly Source[];
};

/** Null wherever that is USD alone, or nobody knows yet. */
export type GoingBack = {
  /** Of all refunds that are written. */
  all(amount: Cents): readonly Money[] | null;
  /** Of one of them. */
  refund(id: RefundId, amount: Cents): readonly Money[] | null;
  /** What the buyer would get by an offer: `gets` in USD, fees that go back included. */
  offer(offer: Pick<Offer, "release" | "refund">, escrow: Escrow): Offered | null;
};

type Offered = { readonly gets: Cents; readonly back: readonly Money[] };

export function goingBack({ refundParts: written = [] }: Changes, { known, sources }: Payers): GoingBack {
  const others = known.filter(
    (part) => !written.some(({ refund, payment }) => refund === part.refund && payment === part.payment),
  );
  const parts = [...others, ...written];
  return {
    all: (amount) => backOf(parts, amount),
    refund: (id, amount) =>
      backOf(
        parts.filter(({ refund }) => refund === id),
        amount,
      ),
    offer: (offer, escrow) => {
      const gets = sharesOf(escrow, offer).buyer;
      const back = wouldGiveBack(gets, sources);
      return back === null ? null : { gets, back };
    },
  };
}
