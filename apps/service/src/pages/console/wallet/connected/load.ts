import { type Connected, type Standing, standingOf } from "../../../../domain/connected.js";
import type { Providers } from "../../../../providers/port.js";
import { readConnected } from "../../../../store/read/money/connected.js";
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
