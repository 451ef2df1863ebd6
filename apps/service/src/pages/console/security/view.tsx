/** The security log of an account, for its owners. */
import type { JSX } from "preact";
import type { Page } from "../../../store/read/page.js";
import type { SecurityEvent } from "../../../store/read/security-events.js";
import { Pager } from "../../kit/pager.js";
import { SecurityTable } from "../../kit/security-log.js";
import { PageHead } from "../../kit/ui.js";
import type { ConsoleContext } from "../context.js";
import { Frame } from "../frame.js";

export const SecurityPage = ({
  context,
  page,
}: {
  context: ConsoleContext;
  page: Page<SecurityEvent>;
}): JSX.Element => (
  <Frame context={context} title="Security log" entry="/security">
    <PageHead
      title="Security log"
      lead="Sign-ins of your team, and changes to keys, payout accounts, secrets and members. It can't be changed or deleted."
    >
      <a class="btn btn-sm" href={`${context.home}/security.csv`}>
        Download CSV
      </a>
    </PageHead>
    <SecurityTable events={page.rows} withAccount={false} />
    <Pager page={page} path={`${context.home}/security`} query={{}} />
  </Frame>
);
