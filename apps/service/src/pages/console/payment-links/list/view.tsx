/** Payment links that many can use, newest first. */
import type { JSX } from "preact";
import type { PaymentLink } from "../../../../store/read/orders/payment-links.js";
import { usd } from "../../../../words/format.js";
import { Filters } from "../../../kit/filters.js";
import { Given } from "../../../kit/given.js";
import { Icon } from "../../../kit/icons.js";
import type { Listed } from "../../../kit/listed.js";
import { Pager } from "../../../kit/pager.js";
import { ShortDay } from "../../../kit/times.js";
import { Cell, Empty, PageHead, Table } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { ExportLink } from "../../exports/link.js";
import { Frame } from "../../frame.js";
import { paymentLinksUrl, paymentLinkUrl, sessionsUrl } from "../../links.js";
import { orderWords } from "../../orders/words.js";
import { LinkBadge, offerOf, takenOf } from "../pieces.js";
import { linkListWords, linkWords } from "../words.js";
import type { ListedLink } from "./load.js";

type Props = {
  readonly context: ConsoleContext;
  readonly listed: Listed<ListedLink>;
};

export function PaymentLinksPage({ context, listed: { page, query, now } }: Props): JSX.Element {
  const path = paymentLinksUrl(context);
  const [words, shared] = [linkListWords(context.locale), linkWords(context.locale)];
  return (
    <Frame context={context} title={shared.links} entry="/sessions">
      <PageHead title={shared.links} up={{ href: sessionsUrl(context), label: words.sessions }} isList>
        <ExportLink context={context} list="payment-links" query={query} />
        {context.may("handleOrders") ? (
          <a class="btn btn-primary" href={`${path}/new`}>
            <Icon name="plus" class="size-4" />
            {words.newLink}
          </a>
        ) : null}
      </PageHead>
      <Filters path={path} query={query} daysAt={now} />
      {page.rows.length === 0 && Object.keys(query).length > 0 ? (
        <Empty icon="search-x" title={orderWords(context.locale).noMatch} />
      ) : page.rows.length === 0 ? (
        <Empty icon="receipt-text" title={page.hasNewer ? words.endOfList : words.none}>
          {words.noneText}
        </Empty>
      ) : (
        <Table
          label={shared.links}
          head={[words.item, words.status, shared.amount, shared.orders, shared.created]}
          columns={["", "", "text-end! max-sm:hidden", "", "max-sm:hidden"]}
          dense
        >
          {page.rows.map((link) => (
            <LinkRow context={context} link={link} />
          ))}
        </Table>
      )}
      <Pager page={page} path={path} query={query} />
    </Frame>
  );
}

function LinkRow({ context, link }: { context: ConsoleContext; link: PaymentLink }): JSX.Element {
  const { title, amount } = offerOf(link);
  const { locale } = context;
  return (
    <tr>
      <Cell class="row-title">
        <a class="row-link font-medium" href={paymentLinkUrl(context, link.id)}>
          <Given text={title} lines={2} class="sm:line-clamp-1" />
        </a>
        <span class="block pt-1 text-sm font-medium tabular-nums sm:hidden">{usd(amount, locale)}</span>
      </Cell>
      <Cell class="md:whitespace-nowrap">
        <LinkBadge standing={link.standing} />
      </Cell>
      <Cell class="text-end font-medium whitespace-nowrap tabular-nums max-sm:hidden">{usd(amount, locale)}</Cell>
      <Cell class="whitespace-nowrap tabular-nums">{takenOf(link, locale)}</Cell>
      <Cell class="whitespace-nowrap max-sm:hidden">
        <ShortDay at={link.created} locale={locale} />
      </Cell>
    </tr>
  );
}
