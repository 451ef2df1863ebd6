import {
  type Backlogged,
  listBacklogs,
  listTroubledEndpoints,
  readWebhookTotals,
  type TroubledEndpoint,
  type WebhookTotals,
} from "../../../store/read/desk/webhooks.js";
import type { LateDeskReads } from "../load.js";

export type Webhooks = {
  readonly totals: WebhookTotals;
  readonly endpoints: readonly TroubledEndpoint[];
  readonly backlogs: readonly Backlogged[];
  readonly ageSeconds: number | null;
};

const BACKLOGS_SHOWN = 10;

export async function loadWebhooks({ late }: Pick<LateDeskReads, "late">): Promise<Webhooks> {
  const lists = await late.open();
  const [totals, endpoints, backlogs] = await Promise.all([
    readWebhookTotals(lists),
    listTroubledEndpoints(lists),
    listBacklogs(lists, BACKLOGS_SHOWN),
  ]);
  return { totals, endpoints, backlogs, ageSeconds: lists.ageSeconds };
}
