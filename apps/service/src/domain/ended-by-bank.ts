/** Orders that ended without a settlement: a bank took their money, or a booking that was a mistake was taken back. */
import { isStopped } from "./escrow.js";
import type { TransferKind } from "./ledger.js";
import type { Entry, Escrow } from "./model.js";

type Ended = { readonly escrow: Pick<Escrow, "status">; readonly entries: readonly Pick<Entry, "verb" | "actor">[] };
type Taken = {
  readonly escrow: Pick<Escrow, "openChargebacks">;
  readonly transfers: readonly { readonly kind: TransferKind; readonly isMistake: boolean }[];
};

/** Whether the order ended because a bank took its money: nothing was left to settle. */
export const isClosedByBank = ({ escrow, entries }: Ended): boolean =>
  escrow.status === "CLOSED" && entries.some(({ verb, actor }) => verb === "settle" && actor === "bank");

/** Whether all that was taken out of the order had been booked by mistake, and no bank has a say in what is left. */
export const isMistaken = ({ escrow, transfers }: Taken): boolean => {
  const taken = transfers.filter(({ kind }) => kind === "chargeback_taken");
  return taken.length > 0 && taken.every(({ isMistake }) => isMistake) && !isStopped(escrow);
};

/** Whether the order ended because nothing of it was held any more once a booking was taken back. */
export const isEndedByMistake = (order: Ended & Taken): boolean => isClosedByBank(order) && isMistaken(order);
