/** All accounts: found by what people know of one. */
import type { JSX } from "preact";
import { ACCOUNT_STANDINGS, type AccountStanding, type ListedAccount } from "../../../store/read/desk/accounts.js";
import type { Page } from "../../../store/read/page.js";
import { Pager } from "../../kit/pager.js";
import type { PersonContext } from "../../kit/person-context.js";
import { Cell, Empty, PageHead, Table, Time } from "../../kit/ui.js";
import { DeskFrame } from "../frame.js";
import { ACCOUNTS_PATH } from "../links.js";
import { AccountBadges, AccountLink, VERIFICATION_LABELS } from "../parts.js";

const LABELS: Readonly<Record<AccountStanding, string>> = { ...VERIFICATION_LABELS, SUSPENDED: "Suspended" };

/** As much of a search as is looked for. */
export const SEARCH_MAX = 200;

export function AccountsPage({
  context,
  page,
  search,
  standing,
}: {
  context: PersonContext;
  page: Page<ListedAccount>;
  search: string;
  standing: AccountStanding | null;
}): JSX.Element {
  const query = { ...(search === "" ? {} : { q: search }), ...(standing === null ? {} : { standing }) };
  return (
    <DeskFrame context={context} title="Accounts" entry="/accounts">
      <PageHead title="Accounts" lead="Newest first." />
      <form method="get" role="search" class="mb-4 flex flex-wrap items-end gap-3">
        <div class="min-w-0 flex-1 basis-64">
          <label class="mb-1 block text-sm font-medium" for="q">
            Name, seller code, mail address or account id
          </label>
          <input id="q" name="q" type="search" class="input w-full" value={search} maxLength={SEARCH_MAX} />
        </div>
        <div class="basis-44">
          <label class="mb-1 block text-sm font-medium" for="standing">
            Standing
          </label>
          <select id="standing" name="standing" class="field min-h-11 text-sm">
            <option value="">All</option>
            {ACCOUNT_STANDINGS.map((one) => (
              <option value={one} selected={one === standing}>
                {LABELS[one]}
              </option>
            ))}
          </select>
        </div>
        <button type="submit" class="btn btn-primary">
          Search
        </button>
      </form>
      {page.rows.length === 0 ? (
        <Empty icon="search-x" title="No account matches">
          Search for a whole email address or any part of a name.
        </Empty>
      ) : (
        <Table label="Accounts" head={["Account", "Email address", "Standing", "Opened", "Account id"]}>
          {page.rows.map((account) => (
            <tr>
              <Cell>
                <AccountLink account={account} />
              </Cell>
              <Cell class="[overflow-wrap:anywhere]">{account.email}</Cell>
              <Cell>
                <AccountBadges account={account} />
              </Cell>
              <Cell>
                <Time at={account.created} />
              </Cell>
              <Cell class="tabular-nums">{account.id}</Cell>
            </tr>
          ))}
        </Table>
      )}
      <Pager page={page} path={ACCOUNTS_PATH} query={query} />
    </DeskFrame>
  );
}
