/** The security log of the deployment. */

import type { JSX } from "preact";
import type { Page } from "../../../store/read/page.js";
import type { Burst, SecurityEvent } from "../../../store/read/security-events.js";
import { grouped } from "../../../words/format.js";
import { Late } from "../../kit/late.js";
import { Pager } from "../../kit/pager.js";
import { SecurityTable } from "../../kit/security-log.js";
import { ShortTime } from "../../kit/times.js";
import { Cell, PageHead, Table } from "../../kit/ui.js";
import type { DeskContext } from "../access.js";
import { DeskFrame } from "../frame.js";
import { SECURITY_PATH } from "../links.js";

export const SecurityPage = ({
  context,
  page,
  bursts,
  ageSeconds,
}: {
  context: DeskContext;
  page: Page<SecurityEvent>;
  bursts: readonly Burst[];
  ageSeconds: number | null;
}): JSX.Element => (
  <DeskFrame context={context} title="Security log" entry="/security">
    <PageHead title="Security log" lead="Sign-ins, wrong codes and access changes, across all accounts.">
      <a class="btn btn-sm" href={`${SECURITY_PATH}.csv`}>
        Download CSV
      </a>
    </PageHead>
    {bursts.length === 0 ? null : <Bursts bursts={bursts} />}
    <SecurityTable events={page.rows} withAccount={true} />
    <Pager page={page} path={SECURITY_PATH} query={{}} />
    <Late ageSeconds={ageSeconds} />
  </DeskFrame>
);

const WRAPS = "max-xl:whitespace-normal!";

const Bursts = ({ bursts }: { bursts: readonly Burst[] }): JSX.Element => (
  <>
    <h2 class="mb-3 font-semibold">Many attempts from one network in the last hour</h2>
    <Table
      label="Many attempts from one network"
      head={["Network", "Wrong passwords", "Wrong seller codes", "Wrong buyer codes", "Last"]}
      columns={["", WRAPS, WRAPS, WRAPS]}
      stacks
    >
      {bursts.map(({ network, passwords, codes, buyerCodes, last }) => (
        <tr>
          <Cell class="font-medium">{network}</Cell>
          <Cell name="Wrong passwords">{grouped(passwords, "en")}</Cell>
          <Cell name="Wrong seller codes">{grouped(codes, "en")}</Cell>
          <Cell name="Wrong buyer codes">{grouped(buyerCodes, "en")}</Cell>
          <Cell name="Last" class="min-w-32">
            <ShortTime at={last} />
          </Cell>
        </tr>
      ))}
    </Table>
    <h2 class="mt-8 mb-3 font-semibold">All events</h2>
  </>
);
