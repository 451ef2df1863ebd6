/** The simulated card company as the holder of sellers' money: it opens their accounts, and a person plays its compliance desk. */
import { randomUUID } from "node:crypto";
import type { Queryable } from "../../platform/database.js";
import {
  type Connected,
  type ConnectedStatus,
  decideConnected,
  findConnected,
  leadConnected,
  openConnected,
} from "../../store/sandbox/connected.js";
import { takeBackOut } from "../../store/sandbox/outgoing.js";
import type { Unreachable } from "../port.js";
import type { HolderAdapter, PayeeState } from "../port-holder.js";
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
      (await isPaid(db, account)) && (await takeBackOut(db, HOLDER, { reference, number, amount }))
        ? { kind: "returned" }
        : { kind: "short", reason: "The seller's account does not hold so much." },
    ),
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
export const CONNECT_DEEDS = {
  verify: "VERIFIED",
  want: "WANTED",
  refuse: "REFUSED",
  restrict: "RESTRICTED",
} as const satisfies Record<string, ConnectedStatus>;
export type ConnectDeed = keyof typeof CONNECT_DEEDS;

export type PlayedAccount = Connected;

/** Null for one that the company does not keep. */
export const findPlayedAccount = (db: Queryable, theirId: string): Promise<PlayedAccount | null> =>
  findConnected(db, HOLDER, { theirId });

export const playConnected = (db: Queryable, theirId: string, deed: ConnectDeed): Promise<boolean> =>
  decideConnected(db, HOLDER, { theirId, status: CONNECT_DEEDS[deed] });

export const isPaid = async (db: Queryable, theirId: string): Promise<boolean> =>
  (await findConnected(db, HOLDER, { theirId }))?.status === "VERIFIED";
