import {
  type Backlogged,
  listBacklogs,
  listTroubledEndpoints,
  readWebhookTotals,
  type TroubledEndpoint,
  type WebhookTotals,
} from "../../../store/read/desk/webhooks.js";
import type { DeskReads } from "../load.js";

export type Webhooks = {
  readonly totals: WebhookTotals;
  readonly endpoints: readonly TroubledEndpoint[];
  readonly backlogs: readonly Backlogged[];
};

const BACKLOGS_SHOWN = 10;

export async function loadWebhooks({ db }: DeskReads): Promise<Webhooks> {
  const [totals, endpoints, backlogs] = await Promise.all([
    readWebhookTotals(db),
    listTroubledEndpoints(db),
    listBacklogs(db, BACKLOGS_SHOWN),
  ]);
  return { totals, endpoints, backlogs };
}
