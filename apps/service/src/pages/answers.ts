/** What pages of other cells ask this one, so that they show what is here. Who may see it, the cell that asks has made sure of. */
import { type Answering, answering } from "../platform/other-cells.js";
import { readDeskBadges } from "../store/read/desk/badges.js";
import { BADGES } from "./desk/access.js";
import { ACCOUNTS, answerAccounts } from "./desk/accounts/load.js";
import { APPROVALS, loadApprovals } from "./desk/approvals/load.js";
import {
  DECIDED_CHARGEBACKS,
  loadDecidedChargebacks,
  loadOpenChargebacks,
  OPEN_CHARGEBACKS,
} from "./desk/chargebacks/load.js";
import { ENDED_DISPUTES, loadEndedDisputes, loadOpenDisputes, OPEN_DISPUTES } from "./desk/disputes/load.js";
import { loadWaiting, WAITING } from "./desk/home/load.js";
import type { DeskServices } from "./desk/load.js";
import { loadStuck, STUCK } from "./desk/stuck/load.js";
import { loadQueue, QUEUE } from "./desk/verifications/load.js";
import { ROWS_A_PAGE } from "./kit/paging.js";

const FIRST = { limit: ROWS_A_PAGE, from: null };

export const answersOfPages = (services: DeskServices): readonly Answering[] => [
  answering(BADGES, () => readDeskBadges(services.db)),
  answering(WAITING, () => loadWaiting(services)),
  answering(ACCOUNTS, (query) => answerAccounts(query, services)),
  answering(OPEN_DISPUTES, () => loadOpenDisputes(null, services)),
  answering(ENDED_DISPUTES, () => loadEndedDisputes(FIRST, services)),
  answering(QUEUE, () => loadQueue(FIRST, services)),
  answering(OPEN_CHARGEBACKS, () => loadOpenChargebacks(services)),
  answering(DECIDED_CHARGEBACKS, () => loadDecidedChargebacks(FIRST, services)),
  answering(APPROVALS, () => loadApprovals(services)),
  answering(STUCK, () => loadStuck(services)),
];
