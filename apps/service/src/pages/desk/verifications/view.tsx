/** Accounts that wait to be verified. */
import type { JSX } from "preact";
import type { PendingVerification } from "../../../store/read/console/verification.js";
import { countryName, grouped } from "../../../words/format.js";
import { Given } from "../../kit/given.js";
import { Pager } from "../../kit/pager.js";
import { Cell, Empty, PageHead, Table } from "../../kit/ui.js";
import type { DeskContext } from "../access.js";
import type { AllCells } from "../cells.js";
import { DeskFrame } from "../frame.js";
import { VERIFICATIONS_PATH, verificationPath } from "../links.js";
import { AccountLink, age, MoreThere, Unseen } from "../parts.js";
import type { Queue } from "./load.js";

export function VerificationsPage({
  context,
  queue: { page, now },
  all: { rows, more },
}: {
  context: DeskContext;
  queue: Queue;
  all: AllCells<PendingVerification>;
}): JSX.Element {
  return (
    <DeskFrame context={context} title="Verification" entry="/verifications">
      <PageHead
        title="Verification"
        lead="Sellers waiting for your decision, oldest first. Until you decide, their money stays in the wallet."
      />
      {rows.length === 0 ? (
        <Empty icon="badge-check" title="All clear">
          Sellers appear here when they submit documents.
        </Empty>
      ) : (
        <>
          <Table
            label="Waiting sellers"
            head={["Seller", "Legal name", "Documents", "Waiting for", <Unseen text="Action" />]}
            columns={["", "max-sm:hidden", "max-sm:hidden", "max-sm:hidden", "text-end"]}
          >
            {rows.map((one) => (
              <tr>
                <Cell>
                  <AccountLink account={one} />
                  <span class="muted block text-xs sm:hidden">Waiting for {age(now - one.created)}</span>
                </Cell>
                <Cell class="min-w-40 max-sm:hidden">
                  <Given text={[one.legalName, countryName(one.country, "en")].filter(Boolean).join(", ")} lines={2} />
                </Cell>
                <Cell class="max-sm:hidden">{grouped(one.documents, "en")}</Cell>
                <Cell class="whitespace-nowrap max-sm:hidden">{age(now - one.created)}</Cell>
                <Cell class="text-end">
                  <a class="btn btn-sm" href={verificationPath(one.sellerCode)}>
                    Review<span class="sr-only"> the submission of {one.tradingName}</span>
                  </a>
                </Cell>
              </tr>
            ))}
          </Table>
          <Pager page={page} path={VERIFICATIONS_PATH} query={{}} />
          <MoreThere more={more} />
        </>
      )}
    </DeskFrame>
  );
}
