import {
  type BankPayout,
  type Connected,
  type ConnectedBooks,
  type Standing,
  standingOf,
} from "../../../../domain/connected.js";
import type { Providers } from "../../../../providers/port.js";
import { listBankPayouts, readConnected } from "../../../../store/read/money/connected.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";

export type ConnectedServices = Pick<ConsoleServices, "db"> & { readonly providers: Pick<Providers, "holder"> };

/** How a seller stands with the provider that holds their money. */
export type ConnectedView = {
  readonly provider: string;
  /** `none`: they were never led there. */
  readonly standing: Standing | "none";
  readonly wanted: Connected["wanted"];
};

/** What lies in the seller's account there, and what went on to their bank; the newest first. */
export type BankedView = Pick<ConnectedView, "provider"> & {
  readonly books: ConnectedBooks;
  readonly payouts: readonly BankPayout[];
};

/** Payouts to the bank on the page of the wallet. */
const SHOWN = 10;

/** Null where no provider holds sellers' money, or it has told nothing of this seller's yet. */
export async function loadBanked({ member }: ConsoleContext, services: ConnectedServices): Promise<BankedView | null> {
  const provider = services.providers.holder?.name;
  if (provider === undefined) return null;
  const [known, payouts] = await Promise.all([
    readConnected(services.db, member.account, provider),
    listBankPayouts(services.db, member.account, { provider, limit: SHOWN }),
  ]);
  const books = known?.books ?? null;
  return books === null ? null : { provider, books, payouts };
}

/** Null where no provider holds sellers' money. */
export async function loadConnected(
  { member }: ConsoleContext,
  { db, providers }: ConnectedServices,
): Promise<ConnectedView | null> {
  const provider = providers.holder?.name;
  if (provider === undefined) return null;
  const known = await readConnected(db, member.account, provider);
  return { provider, standing: known === null ? "none" : standingOf(known), wanted: known?.wanted ?? [] };
}
