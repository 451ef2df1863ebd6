/** One link that many can use: how it stands, the ways to share it, and the orders that it became. */
import type { JSX } from "preact";
import { formatId } from "../../../../domain/ids.js";
import { usd } from "../../../../words/format.js";
import { Given } from "../../../kit/given.js";
import { LongText } from "../../../kit/long-text.js";
import { ButtonForm, Facts, Notice, PageHead, Section, Time } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { paymentLinksUrl, paymentLinkUrl, sessionUrl } from "../../links.js";
import { Share } from "../../sharing.js";
import { LinkBadge, offerOf, takenOf } from "../pieces.js";
import type { SellerLink } from "./load.js";
import { LINK_SAID, type LinkSaid } from "./words.js";

type Props = { readonly context: ConsoleContext; readonly seen: SellerLink };

export function PaymentLinkPage({ context, seen, said }: Props & { said: LinkSaid | null }): JSX.Element {
  const { link, url } = seen;
  const offer = offerOf(link);
  const here = paymentLinkUrl(context, link.id);
  const isOpen = link.standing === "OPEN" || link.standing === "FULL";
  return (
    <Frame context={context} title="Reusable payment link" entry="/sessions" copies>
      <PageHead
        title={<Given text={offer.title} lines={3} />}
        up={{ href: paymentLinksUrl(context), label: "Reusable payment links" }}
        lead={
          <span class="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <LinkBadge standing={link.standing} />
            <span class="tabular-nums">{usd(offer.amount, "en")}</span>
          </span>
        }
      >
        {context.may("handleOrders") && link.standing !== "EXPIRED" ? (
          <ButtonForm
            action={`${here}/${link.standing === "OFF" ? "on" : "off"}`}
            csrf={context.csrf}
            label={link.standing === "OFF" ? "Switch on" : "Switch off"}
            class="btn"
          />
        ) : null}
      </PageHead>
      {said === null ? null : <Notice tone={LINK_SAID[said][0]}>{LINK_SAID[said][1]}</Notice>}
      {isOpen ? (
        <Share context={context} url={url} title={offer.title} sendTo={`${here}/send`} email="" isReusable />
      ) : null}
      <Section title="Details">
        <Facts
          rows={[
            [link.ordersMax === null ? "Orders" : "Places taken", takenOf(link)],
            ["Opened", String(link.opened)],
            ["Created", <Time at={link.created} />],
            ["Expires", link.expiresAt === null ? "Never" : <Time at={link.expiresAt} />],
            ...(offer.external_reference === undefined ? [] : [["Order id", offer.external_reference] as const]),
          ]}
        />
        {offer.description === undefined ? null : (
          <div class="mt-4">
            <LongText text={offer.description} locale="en" />
          </div>
        )}
        {offer.milestones === undefined ? null : (
          <ol class="mt-4 divide-y divide-base-300 border-t border-base-300 text-sm">
            {offer.milestones.map(({ title, amount }) => (
              <li class="flex justify-between gap-4 py-2">
                <Given text={title} lines={2} />
                <span class="money shrink-0">${amount}</span>
              </li>
            ))}
          </ol>
        )}
      </Section>
      <Section title="Latest orders">
        {seen.sessions.length === 0 ? (
          <p class="muted text-sm">No one has confirmed an order through this link yet.</p>
        ) : (
          <ul class="space-y-1 text-sm">
            {seen.sessions.map((id) => (
              <li>
                <a class="link link-primary font-mono text-xs [overflow-wrap:anywhere]" href={sessionUrl(context, id)}>
                  {formatId("session", id)}
                </a>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </Frame>
  );
}
