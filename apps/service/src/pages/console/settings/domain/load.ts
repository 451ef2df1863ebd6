import { findOwnDomain, type OwnDomain } from "../../../../store/read/domains.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";

export type DomainServices = Pick<ConsoleServices, "db" | "lookAtRecords" | "config">;

/** The host that the service is asked at; null where PUBLIC_URL doesn't say. */
export const ownHost = ({ config: { publicUrl } }: DomainServices): string | null =>
  publicUrl === null ? null : new URL(publicUrl).hostname;

export const loadDomain = async (
  { member }: ConsoleContext,
  services: DomainServices,
): Promise<{ readonly domain: OwnDomain | null; readonly ours: string | null }> => ({
  domain: await findOwnDomain(services.db, member.account),
  ours: ownHost(services),
});
