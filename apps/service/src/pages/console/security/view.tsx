/** The security log of an account, for its owners. */
import type { JSX } from "preact";
import type { Page } from "../../../store/read/page.js";
import type { SecurityEvent } from "../../../store/read/security-events.js";
import { Pager } from "../../kit/pager.js";
import { SecurityTable } from "../../kit/security-log.js";
import { PageHead } from "../../kit/ui.js";
import type { ConsoleContext } from "../context.js";
import { Frame } from "../frame.js";
import { logWords } from "./words.js";

export function SecurityPage({ context, page }: { context: ConsoleContext; page: Page<SecurityEvent> }): JSX.Element {
  const words = logWords(context.locale);
  return (
    <Frame context={context} title={words.title} entry="/security">
      <PageHead title={words.title} lead={words.lead}>
        <a class="btn btn-sm" href={`${context.home}/security.csv`}>
          {words.csv}
        </a>
      </PageHead>
      <SecurityTable events={page.rows} withAccount={false} />
      <Pager page={page} path={`${context.home}/security`} query={{}} />
    </Frame>
  );
}
