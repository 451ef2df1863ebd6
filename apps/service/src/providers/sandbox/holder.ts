/** The simulated card company as the holder of sellers' money: it opens their accounts, and a person plays its compliance desk. */
import { randomUUID } from "node:crypto";
import { type Cents, ZERO } from "../../domain/money.js";
import type { Queryable } from "../../platform/database.js";
import {
  type Connected,
  type ConnectedStatus,
  decideConnected,
  failToBank,
  findConnected,
  leadConnected,
  listPaidToBank,
  openConnected,
  payToBank,
  readKept,
} from "../../store/sandbox/connected.js";
import { takeBackOut } from "../../store/sandbox/outgoing.js";
import type { Unreachable } from "../port.js";
import { BANK_PAYOUTS_LISTED, type HolderAdapter, type PayeeState } from "../port-holder.js";
import { HOLDER, HOLDER_PATH } from "./names.js";

type Deed = <Answer>(work: () => Promise<Answer>) => Promise<Answer | Unreachable>;
type Means = { readonly origin: () => string; readonly doing: Deed; readonly whileUp: Deed };

export const holderOf = (db: Queryable, { origin, doing, whileUp }: Means): HolderAdapter => ({
  get pages() {
    return [origin()];
  },
  open: ({ reference }) =>
    doing(async () => {
      const theirId = await openConnected(db, HOLDER, { reference, theirId: `seller_${randomUUID()}` });
      return { kind: "opened", theirId };
    }),
  find: ({ reference }) =>
    whileUp(async () => {
      const found = await findConnected(db, HOLDER, { reference });
      return found === null ? { kind: "unknown" } : { kind: "opened", theirId: found.theirId };
    }),
  onboard: (theirId, { back }) =>
    doing(async () => {
      const isThere = await leadConnected(db, HOLDER, { theirId, back });
      return isThere
        ? { kind: "link", url: `${origin()}${HOLDER_PATH}/${theirId}` }
        : { kind: "refused", reason: "It keeps no such account." };
    }),
  takeBack: ({ reference, account, amount, recall: number }) =>
    doing(async () =>
      (await isPaid(db, account)) &&
      ((await readKept(db, HOLDER, account)) ?? ZERO) >= amount &&
      (await takeBackOut(db, HOLDER, { reference, number, amount }))
        ? { kind: "returned" }
        : { kind: "short", reason: "The seller's account does not hold so much." },
    ),
  books: (theirId) =>
    whileUp(async () => {
      const available = await readKept(db, HOLDER, theirId);
      if (available === null) return { kind: "unknown" };
      const payouts = await listPaidToBank(db, HOLDER, { theirId, limit: BANK_PAYOUTS_LISTED });
      return { kind: "books", available, pending: ZERO, payouts };
    }),
  payee: (theirId) =>
    whileUp(async () => {
      const found = await findConnected(db, HOLDER, { theirId });
      return found === null ? { kind: "unknown" } : { kind: "known", ...STATES[found.status] };
    }),
});

/** In the words of Stripe, which pages have sentences for. */
const STATES: Readonly<Record<ConnectedStatus, PayeeState>> = {
  OPEN: { isPayable: false, wanted: ["external_account", "individual.verification.document"], stopped: null },
  VERIFIED: { isPayable: true, wanted: [], stopped: null },
  WANTED: { isPayable: false, wanted: ["individual.verification.document"], stopped: null },
  REFUSED: { isPayable: false, wanted: [], stopped: "rejected.other" },
  RESTRICTED: { isPayable: false, wanted: ["external_account"], stopped: "requirements.past_due" },
};

/** What somebody does who plays the company's compliance desk. */
const CONNECT_DEEDS = {
  verify: "VERIFIED",
  want: "WANTED",
  refuse: "REFUSED",
  restrict: "RESTRICTED",
} as const satisfies Record<string, ConnectedStatus>;
/** What its bank does. */
const BANKED = ["pay", "return"] as const;
export type ConnectDeed = keyof typeof CONNECT_DEEDS | (typeof BANKED)[number];

export const isConnectDeed = (text: string): text is ConnectDeed =>
  Object.hasOwn(CONNECT_DEEDS, text) || BANKED.some((deed) => deed === text);

/** `lies`: what is there, and can go on to the seller's bank. */
export type PlayedAccount = Connected & { readonly lies: Cents };

/** Null for one that the company does not keep. */
export async function findPlayedAccount(db: Queryable, theirId: string): Promise<PlayedAccount | null> {
  const [found, lies] = await Promise.all([findConnected(db, HOLDER, { theirId }), readKept(db, HOLDER, theirId)]);
  return found === null || lies === null ? null : { ...found, lies };
}

/** False for an unknown account, and for what there is nothing to do it with. */
export function playConnected(db: Queryable, theirId: string, deed: ConnectDeed): Promise<boolean> {
  if (deed === "pay") return payToBank(db, HOLDER, { theirId, id: `paid_${randomUUID()}` });
  if (deed === "return") return failToBank(db, HOLDER, theirId);
  return decideConnected(db, HOLDER, { theirId, status: CONNECT_DEEDS[deed] });
}

export const isPaid = async (db: Queryable, theirId: string): Promise<boolean> =>
  (await findConnected(db, HOLDER, { theirId }))?.status === "VERIFIED";
