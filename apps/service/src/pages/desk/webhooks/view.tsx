/** How webhooks fare over all accounts: who does not take what is sent. Neither secrets nor bodies are shown. */
import type { JSX } from "preact";
import { TROUBLED_SHOWN_MAX, type WebhookTotals } from "../../../store/read/desk/webhooks.js";
import { grouped } from "../../../words/format.js";
import { Late } from "../../kit/late.js";
import { Cell, Empty, PageHead, Stat, Stats, Table } from "../../kit/ui.js";
import type { DeskContext } from "../access.js";
import { EndpointTable } from "../endpoints.js";
import { DeskFrame } from "../frame.js";
import { AccountLink, age } from "../parts.js";
import type { Webhooks } from "./load.js";

export function WebhooksPage({
  context,
  webhooks: { totals, endpoints, backlogs, ageSeconds },
}: {
  context: DeskContext;
  webhooks: Webhooks;
}): JSX.Element {
  return (
    <DeskFrame context={context} title="Webhooks" entry="/webhooks">
      <PageHead title="Webhooks" lead="Across all accounts" />
      <Totals totals={totals} />
      <h2 class="mb-3 font-semibold">Failing or disabled endpoints</h2>
      {endpoints.length === 0 ? (
        <Empty icon="circle-check" title="All clear" />
      ) : (
        <EndpointTable endpoints={endpoints} label="Failing or disabled endpoints" withAccount={true} />
      )}
      {endpoints.length < TROUBLED_SHOWN_MAX ? null : (
        <p class="muted mb-6 text-sm">The {TROUBLED_SHOWN_MAX} worst are shown.</p>
      )}
      <h2 class="mt-8 mb-3 font-semibold">Longest queues</h2>
      {backlogs.length === 0 ? (
        <p class="panel muted p-4 text-sm">No deliveries are waiting.</p>
      ) : (
        <Table label="Longest queues" head={["Account", "Waiting deliveries", "Due for"]} stacks>
          {backlogs.map((one) => (
            <tr>
              <Cell>
                <AccountLink account={one} />
              </Cell>
              <Cell name="Waiting deliveries" class="tabular-nums">
                {grouped(one.open, "en")}
              </Cell>
              <Cell name="Due for">{one.oldestDueSeconds === null ? "Not due yet" : age(one.oldestDueSeconds)}</Cell>
            </tr>
          ))}
        </Table>
      )}
      <Late ageSeconds={ageSeconds} />
    </DeskFrame>
  );
}

const Totals = ({ totals }: { totals: WebhookTotals }): JSX.Element => (
  <Stats>
    <Stat
      label="Endpoints"
      value={grouped(totals.enabled + totals.disabled, "en")}
      note={`${grouped(totals.disabled, "en")} disabled, ${grouped(totals.failing, "en")} failing`}
    />
    <Stat label="Waiting deliveries" value={grouped(totals.waiting, "en")} note="To be sent now or later" />
    <Stat label="Held" value={grouped(totals.held, "en")} note="Until their endpoint is enabled" />
    <Stat
      label="Longest due"
      value={totals.oldestDueSeconds === null ? "–" : age(totals.oldestDueSeconds)}
      note="For enabled endpoints"
    />
  </Stats>
);
