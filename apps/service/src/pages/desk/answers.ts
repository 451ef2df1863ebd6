/** What the desk of other cells asks this one. That an operator asks, that cell has made sure of. */
import { type Answering, answering } from "../../platform/other-cells.js";
import { readDeskBadges } from "../../store/read/desk/badges.js";
import { ROWS_A_PAGE } from "../kit/paging.js";
import { BADGES } from "./access.js";
import { ACCOUNTS, answerAccounts } from "./accounts/load.js";
import { APPROVALS, loadApprovals } from "./approvals/load.js";
import {
  DECIDED_CHARGEBACKS,
  loadDecidedChargebacks,
  loadOpenChargebacks,
  OPEN_CHARGEBACKS,
} from "./chargebacks/load.js";
import { ENDED_DISPUTES, loadEndedDisputes, loadOpenDisputes, OPEN_DISPUTES } from "./disputes/load.js";
import { loadPending, PENDING } from "./home/load.js";
import type { DeskServices } from "./load.js";
import { loadQuestions, QUESTIONS } from "./questions/load.js";
import { FOUND, findAnything } from "./search/load.js";
import { loadStuck, STUCK } from "./stuck/load.js";
import { loadQueue, QUEUE } from "./verifications/load.js";

const FIRST = { limit: ROWS_A_PAGE, from: null };

export const answersOfDesk = (services: DeskServices): readonly Answering[] => [
  answering(BADGES, () => readDeskBadges(services.db)),
  answering(PENDING, () => loadPending(services)),
  answering(ACCOUNTS, (query) => answerAccounts(query, services)),
  answering(FOUND, (typed) => findAnything(typed, services)),
  answering(OPEN_DISPUTES, () => loadOpenDisputes(null, services)),
  answering(ENDED_DISPUTES, () => loadEndedDisputes(FIRST, services)),
  answering(QUEUE, () => loadQueue(FIRST, services)),
  answering(OPEN_CHARGEBACKS, () => loadOpenChargebacks(services)),
  answering(DECIDED_CHARGEBACKS, () => loadDecidedChargebacks(FIRST, services)),
  answering(APPROVALS, () => loadApprovals(services)),
  answering(QUESTIONS, () => loadQuestions(services)),
  answering(STUCK, () => loadStuck(services)),
];
