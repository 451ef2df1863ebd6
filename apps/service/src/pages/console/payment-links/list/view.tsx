/** Payment links that many can use, newest first. */
import type { JSX } from "preact";
import type { PaymentLink } from "../../../../store/read/orders/payment-links.js";
import { usd } from "../../../../words/format.js";
import { Given } from "../../../kit/given.js";
import { Icon } from "../../../kit/icons.js";
import type { Listed } from "../../../kit/listed.js";
import { Pager } from "../../../kit/pager.js";
import { Day } from "../../../kit/times.js";
import { Cell, Empty, PageHead, Table } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { paymentLinksUrl, paymentLinkUrl, sessionsUrl } from "../../links.js";
import { LinkBadge, offerOf, takenOf } from "../pieces.js";

type Props = {
  readonly context: ConsoleContext;
  readonly listed: Listed<PaymentLink & { readonly position: string }>;
};

export function PaymentLinksPage({ context, listed: { page, query } }: Props): JSX.Element {
  const path = paymentLinksUrl(context);
  return (
    <Frame context={context} title="Reusable payment links" entry="/sessions">
      <PageHead
        title="Reusable payment links"
        up={{ href: sessionsUrl(context), label: "Sessions" }}
        lead="One link for many buyers: each gets an order of their own."
      >
        {context.may("handleOrders") ? (
          <a class="btn btn-primary" href={`${path}/new`}>
            <Icon name="plus" class="size-4" />
            New reusable link
          </a>
        ) : null}
      </PageHead>
      {page.rows.length === 0 ? (
        <Empty icon="receipt-text" title={page.hasNewer ? "End of the list" : "No reusable links yet"}>
          Share one on your site, in a chat or on a poster. You can set an end and a largest number of orders.
        </Empty>
      ) : (
        <Table
          label="Reusable payment links"
          head={["Item", "Status", "Amount", "Orders", "Created"]}
          columns={["", "", "text-end! max-sm:hidden", "", "max-sm:hidden"]}
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
  return (
    <tr>
      <Cell class="min-w-40">
        <a class="link-hover font-medium" href={paymentLinkUrl(context, link.id)}>
          <Given text={title} lines={2} />
        </a>
        <span class="block pt-1 text-sm font-medium tabular-nums sm:hidden">{usd(amount, "en")}</span>
      </Cell>
      <Cell class="md:whitespace-nowrap">
        <LinkBadge standing={link.standing} />
      </Cell>
      <Cell class="text-end font-medium whitespace-nowrap tabular-nums max-sm:hidden">{usd(amount, "en")}</Cell>
      <Cell class="whitespace-nowrap tabular-nums">{takenOf(link)}</Cell>
      <Cell class="whitespace-nowrap max-sm:hidden">
        <Day at={link.created} locale="en" />
      </Cell>
    </tr>
  );
}
