/** How webhooks fare over all accounts: who does not take what is sent. Neither secrets nor bodies are shown. */
import type { JSX } from "preact";
import {
  type Backlogged,
  listBacklogs,
  listTroubledEndpoints,
  readWebhookTotals,
  TROUBLED_SHOWN_MAX,
  type TroubledEndpoint,
  type WebhookTotals,
} from "../../store/read/desk/webhooks.js";
import { grouped } from "../../words/format.js";
import type { PersonContext } from "../console/context.js";
import { Cell, Empty, PageHead, Stat, Stats, Table, Time } from "../console/ui.js";
import { Given } from "../given.js";
import { Badge } from "../orders/parts.js";
import { DeskFrame } from "./frame.js";
import { AccountLink, age } from "./parts.js";
import type { RegisterDeskPart } from "./routes.js";

const BACKLOGS_SHOWN = 10;
/** Failures in a row that disable an endpoint ("Delivery guarantees", 5). */
const FAILURES_MAX = 50;

export const registerWebhooks: RegisterDeskPart = (routes, { db }) => {
  routes.page("/webhooks", async (context) => {
    const [totals, endpoints, backlogs] = await Promise.all([
      readWebhookTotals(db),
      listTroubledEndpoints(db),
      listBacklogs(db, BACKLOGS_SHOWN),
    ]);
    return <Webhooks context={context} totals={totals} endpoints={endpoints} backlogs={backlogs} />;
  });
};

function Webhooks({
  context,
  totals,
  endpoints,
  backlogs,
}: {
  context: PersonContext;
  totals: WebhookTotals;
  endpoints: readonly TroubledEndpoint[];
  backlogs: readonly Backlogged[];
}): JSX.Element {
  return (
    <DeskFrame context={context} title="Webhooks" entry="/webhooks">
      <PageHead title="Webhooks" lead="Of all accounts." />
      <Totals totals={totals} />
      <h2 class="mb-3 font-semibold">Endpoints that fail or are disabled</h2>
      {endpoints.length === 0 ? (
        <Empty icon="circle-check" title="Every endpoint takes what is sent to it" />
      ) : (
        <EndpointTable endpoints={endpoints} label="Endpoints that fail or are disabled" withAccount={true} />
      )}
      {endpoints.length < TROUBLED_SHOWN_MAX ? null : (
        <p class="muted mb-6 text-sm">The {TROUBLED_SHOWN_MAX} worst are shown.</p>
      )}
      <h2 class="mt-8 mb-3 font-semibold">Longest queues</h2>
      {backlogs.length === 0 ? (
        <p class="panel muted p-4 text-sm">Nothing waits to be delivered.</p>
      ) : (
        <Table label="Longest queues" head={["Account", "Deliveries that wait", "Due for"]}>
          {backlogs.map((one) => (
            <tr>
              <Cell>
                <AccountLink account={one} />
              </Cell>
              <Cell class="tabular-nums">{grouped(one.open, "en")}</Cell>
              <Cell>{one.oldestDueSeconds === null ? "Nothing is due yet" : age(one.oldestDueSeconds)}</Cell>
            </tr>
          ))}
        </Table>
      )}
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
    <Stat label="Deliveries that wait" value={grouped(totals.waiting, "en")} note="To be made, now or later" />
    <Stat label="Held" value={grouped(totals.held, "en")} note="Until their endpoint is enabled" />
    <Stat
      label="Longest due"
      value={totals.oldestDueSeconds === null ? "–" : age(totals.oldestDueSeconds)}
      note="Of what waits for enabled endpoints"
    />
  </Stats>
);

export function EndpointTable({
  endpoints,
  label,
  withAccount,
}: {
  endpoints: readonly TroubledEndpoint[];
  label: string;
  withAccount: boolean;
}): JSX.Element {
  const head = ["Endpoint", "State", "Last attempt", "Waiting"];
  return (
    <Table label={label} head={withAccount ? ["Account", ...head] : head}>
      {endpoints.map((one) => (
        <tr>
          {withAccount ? (
            <Cell>
              <AccountLink account={one} />
            </Cell>
          ) : null}
          <Cell class="min-w-48">
            <Given text={one.url} lines={3} />
          </Cell>
          <Cell class="min-w-44">
            <EndpointBadge endpoint={one} />
          </Cell>
          <Cell class="min-w-40">
            {one.lastAnswer === null ? "None yet" : <Given text={one.lastAnswer} lines={2} />}
            {one.lastAt === null ? null : (
              <span class="muted block text-xs">
                <Time at={one.lastAt} />
              </span>
            )}
          </Cell>
          <Cell class="whitespace-nowrap">
            {grouped(one.backlog, "en")}
            {one.oldestDueSeconds === null ? null : (
              <span class="muted block text-xs">due for {age(one.oldestDueSeconds)}</span>
            )}
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

function EndpointBadge({ endpoint: { status, failures } }: { endpoint: TroubledEndpoint }): JSX.Element {
  if (status === "DISABLED") return <Badge tone="bad" icon="pause" text="Disabled" />;
  if (failures === 0) return <Badge tone="good" icon="circle-check" text="Enabled" />;
  return <Badge tone="waiting" icon="triangle-alert" text={`${failures} of ${FAILURES_MAX} failures in a row`} />;
}
