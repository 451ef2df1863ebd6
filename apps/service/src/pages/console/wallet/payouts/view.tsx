/** All payouts of an account, newest first. */
import type { JSX } from "preact";
import { PAYOUT_STATUSES } from "../../../../domain/states.js";
import type { PayoutView } from "../../../../store/read/money/wallet.js";
import { Filters } from "../../../kit/filters.js";
import type { Listed } from "../../../kit/listed.js";
import { Pager } from "../../../kit/pager.js";
import { Empty, PageHead } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { ExportLink } from "../../exports/link.js";
import { Frame } from "../../frame.js";
import { payoutsUrl } from "../../links.js";
import { PayoutTable } from "../pieces.js";
import { payoutWords } from "../words.js";

export function PayoutsPage({
  context,
  listed: { page, query, now },
}: {
  context: ConsoleContext;
  listed: Listed<PayoutView>;
}): JSX.Element {
  const words = payoutWords(context.locale);
  return (
    <Frame context={context} title={words.title} entry="/wallet/payouts">
      <PageHead title={words.title} isList>
        <ExportLink context={context} list="payouts" query={query} />
      </PageHead>
      <Filters
        path={payoutsUrl(context)}
        query={query}
        choices={[
          {
            name: "status",
            label: words.status,
            options: PAYOUT_STATUSES.map((status) => [status, words[`status_${status}`]] as const),
          },
        ]}
        daysAt={now}
      />
      {page.rows.length === 0 ? (
        <Empty icon="banknote" title={Object.keys(query).length === 0 ? words.none : words.noneMatching} />
      ) : (
        <PayoutTable context={context} payouts={page.rows} />
      )}
      <Pager page={page} path={payoutsUrl(context)} query={query} />
    </Frame>
  );
}
