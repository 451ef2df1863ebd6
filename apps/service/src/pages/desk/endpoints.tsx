/** Endpoints of webhooks and how they fare, as a table. */

import type { JSX } from "preact";
import type { TroubledEndpoint } from "../../store/read/desk/webhooks.js";
import { grouped } from "../../words/format.js";
import { Badge } from "../kit/badge.js";
import { Given } from "../kit/given.js";
import { ShortTime } from "../kit/times.js";
import { Cell, Table } from "../kit/ui.js";
import { AccountLink, age } from "./parts.js";

/** Failures in a row that disable an endpoint ("Delivery guarantees", 5). */
const FAILURES_MAX = 50;

/** Narrower screens have what waits below the state. */
const WIDE = "max-xl:hidden";

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
    <Table
      label={label}
      head={withAccount ? ["Account", ...head] : head}
      columns={[...(withAccount ? [""] : []), "", "", "", WIDE]}
      stacks
    >
      {endpoints.map((one) => (
        <tr>
          {withAccount ? (
            <Cell>
              <AccountLink account={one} />
            </Cell>
          ) : null}
          <Cell name={withAccount ? "Endpoint" : undefined} class="min-w-48">
            <Given text={one.url} lines={3} />
          </Cell>
          <Cell name="State" class="min-w-44">
            <EndpointBadge endpoint={one} />
            <span class="muted block text-xs xl:hidden">
              {grouped(one.backlog, "en")} waiting
              {one.oldestDueSeconds === null ? null : `, due for ${age(one.oldestDueSeconds)}`}
            </span>
          </Cell>
          <Cell name="Last attempt" class="min-w-40">
            {one.lastAnswer === null ? "None yet" : <Given text={one.lastAnswer} lines={2} />}
            {one.lastAt === null ? null : (
              <span class="muted block text-xs">
                <ShortTime at={one.lastAt} />
              </span>
            )}
          </Cell>
          <Cell name="Waiting" class={`whitespace-nowrap ${WIDE}`}>
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
  return <Badge tone="waiting" icon="triangle-alert" text={`${failures}/${FAILURES_MAX} failures`} />;
}
