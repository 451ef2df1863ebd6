/**
 * Who may ask for a page of the desk: operators with a second factor, after a proof of the last hour. For everybody else there is
 * nothing there.
 */

import { DESK_PROOF_SECONDS } from "../../domain/security.js";
import { question } from "../../platform/other-cells.js";
import { type DeskBadges, readDeskBadges } from "../../store/read/desk/badges.js";
import { prefersHtml } from "../kit/accept.js";
import type { UploadAccess } from "../kit/access.js";
import { toSignIn } from "../kit/answer.js";
import { toProof } from "../kit/fresh.js";
import { SECOND_FACTOR_PATH } from "../kit/links.js";
import { openPerson, type PersonContext, requireAsked } from "../kit/person-context.js";
import { byPerson } from "../kit/places.js";
import { PageRefusal } from "../kit/refusal.js";

/** The cells of the deployment as a page of the desk names them. */
export type DeskCells = {
  readonly here: string;
  readonly others: readonly string[];
  /** Of the others: those of which nothing is shown. */
  readonly away: readonly string[];
};

export type DeskContext = PersonContext & {
  /** What the menu tells of; null for an answer without one, such as to a script. */
  readonly badges: DeskBadges | null;
  /** Null where one cell is all there is. */
  readonly cells: DeskCells | null;
};

/** What the menus of other cells tell of. */
export const BADGES = question<null, DeskBadges>("desk-badges");

export const operator: UploadAccess<DeskContext, "operator"> = {
  kind: "operator",
  placesOf: ({ seller }) => [byPerson(seller.id)],
  visitorOf: ({ seller }) => seller.id,
  enter: async (request, reply) => {
    const context = await openPerson(request, reply);
    if (context === null) return { instead: toSignIn(request) };
    if (!context.seller.isOperator) throw new PageRefusal("not_found");
    requireAsked(context);
    if (!context.seller.hasSecondFactor) return { instead: `${SECOND_FACTOR_PATH}?said=desk` };
    const instead = toProof(request, context.seller, DESK_PROOF_SECONDS);
    if (instead !== null) return { instead };
    if (!prefersHtml(request.headers.accept)) return { context: { ...context, badges: null, cells: null } };
    return { context: { ...context, ...(await menuOf(request.server)) } };
  },
};

/** What waits, in all cells together, and which of them could say so. */
async function menuOf({
  pageReads,
  otherCells,
}: Parameters<typeof openPerson>[0]["server"]): Promise<Pick<DeskContext, "badges" | "cells">> {
  const [own, answers] = await Promise.all([readDeskBadges(pageReads), otherCells.ask(BADGES, null)]);
  if (!otherCells.areThere) return { badges: own, cells: null };
  const counts = answers.flatMap(({ answer }) => answer ?? []);
  const sum = (name: keyof DeskBadges): number => counts.reduce((all, one) => all + one[name], own[name]);
  return {
    badges: {
      verifications: sum("verifications"),
      disputes: sum("disputes"),
      questions: sum("questions"),
      chargebacks: sum("chargebacks"),
      approvals: sum("approvals"),
      stuck: sum("stuck"),
      differences: sum("differences"),
      receipts: sum("receipts"),
      batches: sum("batches"),
      statements: sum("statements"),
      rates: sum("rates"),
    },
    cells: {
      here: otherCells.here,
      others: answers.map(({ cell }) => cell),
      away: answers.filter(({ answer }) => answer === null).map(({ cell }) => cell),
    },
  };
}
