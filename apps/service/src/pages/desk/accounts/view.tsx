/** All accounts: found by what people know of one. */
import type { JSX } from "preact";
import { ACCOUNT_STANDINGS, type AccountStanding, type ListedAccount } from "../../../store/read/desk/accounts.js";
import { Breaking } from "../../kit/breaking.js";
import { Filters } from "../../kit/filters.js";
import { Late } from "../../kit/late.js";
import type { Listed } from "../../kit/listed.js";
import { Pager } from "../../kit/pager.js";
import { ShortDay } from "../../kit/times.js";
import { Cell, Empty, PageHead, Table } from "../../kit/ui.js";
import type { DeskContext } from "../access.js";
import type { AllCells } from "../cells.js";
import { ExportLink } from "../exports/link.js";
import { DeskFrame } from "../frame.js";
import { ACCOUNTS_PATH } from "../links.js";
import { AccountBadges, AccountLink, MoreThere, VERIFICATION_LABELS } from "../parts.js";

const LABELS: Readonly<Record<AccountStanding, string>> = { ...VERIFICATION_LABELS, SUSPENDED: "Suspended" };

export function AccountsPage({
  context,
  listed: { page, query, now },
  all: { rows, more },
  ageSeconds,
}: {
  context: DeskContext;
  listed: Listed<ListedAccount>;
  all: AllCells<ListedAccount>;
  ageSeconds: number | null;
}): JSX.Element {
  return (
    <DeskFrame context={context} title="Accounts" entry="/accounts">
      <PageHead title="Accounts" lead="Newest first.">
        <ExportLink list="accounts" query={query} />
      </PageHead>
      <Filters
        path={ACCOUNTS_PATH}
        query={query}
        search={{ label: "Find", hint: "Name, seller code, email address or account id" }}
        choices={[
          {
            name: "standing",
            label: "Status",
            options: ACCOUNT_STANDINGS.map((one) => [one, LABELS[one]] as const),
          },
        ]}
        daysAt={now}
      />
      {rows.length === 0 ? (
        <Empty icon="search-x" title="No account matches">
          Search for a whole email address or any part of a name.
        </Empty>
      ) : (
        <Table
          label="Accounts"
          head={["Account", "Email address", "Status", "Opened", "Account id"]}
          columns={["", "", "", "", "max-xl:hidden"]}
          stacks
        >
          {rows.map((account) => (
            <tr>
              <Cell>
                <AccountLink account={account} />
              </Cell>
              <Cell name="Email address" class="min-w-48 [overflow-wrap:anywhere]">
                <Breaking text={account.email} />
              </Cell>
              <Cell name="Status">
                <AccountBadges account={account} />
              </Cell>
              <Cell name="Opened" class="whitespace-nowrap">
                <ShortDay at={account.created} locale="en" />
              </Cell>
              <Cell class="tabular-nums max-xl:hidden">{account.id}</Cell>
            </tr>
          ))}
        </Table>
      )}
      <Pager page={page} path={ACCOUNTS_PATH} query={query} />
      <MoreThere more={more} />
      <Late ageSeconds={ageSeconds} />
    </DeskFrame>
  );
}
