/** One link that many can use: how it stands, the ways to share it, and the orders that it became. */

import type { JSX } from "preact";
import { formatId } from "../../../../domain/ids.js";
import { type Cents, parseMoney } from "../../../../domain/money.js";
import type { PaymentLink } from "../../../../store/read/orders/payment-links.js";
import { grouped, usd } from "../../../../words/format.js";
import { Given } from "../../../kit/given.js";
import { useLocale } from "../../../kit/language.js";
import { LongText } from "../../../kit/long-text.js";
import { Time } from "../../../kit/times.js";
import { ButtonForm, Facts, Notice, PageHead, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { paymentLinksUrl, paymentLinkUrl, sessionUrl } from "../../links.js";
import { Share } from "../../sharing.js";
import { LinkBadge, offerOf, takenOf } from "../pieces.js";
import { linkPageWords, linkWords } from "../words.js";
import type { SellerLink } from "./load.js";
import { LINK_SAID, type LinkSaid } from "./said.js";

type Props = { readonly context: ConsoleContext; readonly seen: SellerLink };

export function PaymentLinkPage({ context, seen, said }: Props & { said: LinkSaid | null }): JSX.Element {
  const { link, url } = seen;
  const offer = offerOf(link);
  const { locale } = context;
  const words = linkPageWords(locale);
  const here = paymentLinkUrl(context, link.id);
  const isOpen = link.standing === "OPEN" || link.standing === "FULL";
  return (
    <Frame context={context} title={words.title} entry="/sessions">
      <PageHead
        title={<Given text={offer.title} lines={3} />}
        up={{ href: paymentLinksUrl(context), label: linkWords(locale).links }}
        lead={
          <span class="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <LinkBadge standing={link.standing} />
            <span class="tabular-nums">{usd(offer.amount, locale)}</span>
          </span>
        }
      >
        {context.may("handleOrders") && link.standing !== "EXPIRED" ? (
          <ButtonForm
            action={`${here}/${link.standing === "OFF" ? "on" : "off"}`}
            csrf={context.csrf}
            label={link.standing === "OFF" ? words.switchOn : words.switchOff}
            class="btn"
          />
        ) : null}
      </PageHead>
      {said === null ? null : <Notice tone={LINK_SAID[said]}>{words[`said_${said}`]}</Notice>}
      {isOpen ? (
        <Share context={context} url={url} title={offer.title} sendTo={`${here}/send`} email="" isReusable />
      ) : null}
      <Details link={link} />
      <Section title={words.latest}>
        {seen.sessions.length === 0 ? (
          <p class="muted text-sm">{words.noneYet}</p>
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

function Details({ link }: { link: PaymentLink }): JSX.Element {
  const locale = useLocale();
  const [words, shared] = [linkPageWords(locale), linkWords(locale)];
  const offer = offerOf(link);
  return (
    <Section title={words.details}>
      <Facts
        rows={[
          [link.ordersMax === null ? shared.orders : words.placesTaken, takenOf(link, locale)],
          [words.opened, grouped(link.opened, locale)],
          [shared.created, <Time at={link.created} />],
          [words.expires, link.expiresAt === null ? words.never : <Time at={link.expiresAt} />],
          ...(offer.external_reference === undefined ? [] : [[words.orderId, offer.external_reference] as const]),
        ]}
      />
      {offer.description === undefined ? null : (
        <div class="mt-4">
          <LongText text={offer.description} locale={locale} />
        </div>
      )}
      {offer.milestones === undefined ? null : (
        <ol class="mt-4 divide-y divide-base-300 border-t border-base-300 text-sm">
          {offer.milestones.map(({ title, amount }) => (
            <li class="flex justify-between gap-4 py-2">
              <Given text={title} lines={2} />
              <span class="money shrink-0">{usd(parseMoney(amount) as Cents, locale)}</span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
