/** The security log of the deployment. */
import type { JSX } from "preact";
import type { Page } from "../../../store/read/page.js";
import type { SecurityEvent } from "../../../store/read/security-events.js";
import { Pager } from "../../kit/pager.js";
import type { PersonContext } from "../../kit/person-context.js";
import { SecurityTable } from "../../kit/security-log.js";
import { PageHead } from "../../kit/ui.js";
import { DeskFrame } from "../frame.js";
import { SECURITY_PATH } from "../links.js";

export const SecurityPage = ({ context, page }: { context: PersonContext; page: Page<SecurityEvent> }): JSX.Element => (
  <DeskFrame context={context} title="Security log" entry="/security">
    <PageHead title="Security log" lead="Sign-ins of sellers and operators, and changes of access, over all accounts.">
      <a class="btn btn-sm" href={`${SECURITY_PATH}.csv`}>
        Download CSV
      </a>
    </PageHead>
    <SecurityTable events={page.rows} withAccount={true} />
    <Pager page={page} path={SECURITY_PATH} query={{}} />
  </DeskFrame>
);
