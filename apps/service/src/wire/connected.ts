/** ConnectedAccount (contract package). */
import type { ConnectedStatus } from "@holdfast/contract";
import { type Connected, type Standing, standingOf } from "../domain/connected.js";
import { text } from "./json.js";

const STATUSES: Readonly<Record<Standing, ConnectedStatus>> = {
  opened: "STARTED",
  wanted: "DETAILS_WANTED",
  review: "IN_REVIEW",
  ready: "READY",
  stopped: "STOPPED",
  closed: "REFUSED",
};

/** As JSON text. @param connected null for a seller who was never led there. */
export function writeConnected(provider: string, connected: Connected | null): string {
  const status = connected === null ? "NOT_STARTED" : STATUSES[standingOf(connected)];
  const { isPayable = false, wanted = [], stopped = null, toldAt = null } = connected ?? {};
  return `{"object":"connected_account","provider":${text(provider)},"status":"${status}","payable":${isPayable},"wanted":${JSON.stringify(wanted)},"stopped_reason":${stopped === null ? "null" : text(stopped)},"updated_at":${toldAt}}`;
}

export const writeConnectedLink = (url: string, provider: string, connected: Connected | null): string =>
  `{"object":"connected_account.link","url":${text(url)},"connected_account":${writeConnected(provider, connected)}}`;
