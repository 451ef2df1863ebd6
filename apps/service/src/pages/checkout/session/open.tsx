/** The order before anybody has confirmed it: anyone who has the link can read it, a signed-in buyer can confirm it. */
import type { JSX } from "preact";
import { totalOf } from "../../../domain/escrow.js";
import { money } from "../../../words/format.js";
import type { Locale } from "../../../words/locale.js";
import { Icon } from "../../kit/icons.js";
import type { PageContext } from "../../kit/page-context.js";
import { WayIcon, WayName } from "../../kit/provider-looks.js";
import { QrCode } from "../../kit/qr-code.js";
import { Say } from "../../kit/say.js";
import { SellerName } from "../../kit/seller-name.js";
import { SignIn } from "../../kit/sign-in.js";
import { Marks } from "./marks.js";
import { Instant, Money, OPENER, ShopLink } from "./parts.js";
import { type Filled, METHOD_ICONS, NotOffered, PayForm } from "./pay-form.js";
import { PriceChoice } from "./price-choice.js";
import { Held } from "./rules.js";
import { hereOf, payPlaceOf, payQueryOf, type View } from "./state.js";
import { paymentWords, reviewWords } from "./words.js";

/** What the page is headed with. An order that can't be paid is only to be read. */
export function titleOpen({ session, methods, price }: View, locale: Locale): string {
  const words = reviewWords(locale);
  if (methods.length === 0) return words.title;
  return words.titleToPay({ total: money(price.offer?.asked ?? totalOf(session), price.currency, locale) });
}

/** What is to be paid, for what, and to whom. A small screen names the order in the line below, which opens. */
export function OpenLead({ view, context: { locale } }: { view: View; context: PageContext }): JSX.Element {
  const { session } = view;
  const words = reviewWords(locale);
  return (
    <>
      <h1 class="text-2xl font-semibold tracking-tight [overflow-wrap:anywhere] tabular-nums lg:text-3xl">
        {titleOpen(view, locale)}
      </h1>
      <p class="mt-1 flex flex-wrap items-start gap-x-2 gap-y-1 text-sm">
        <SellerName seller={session.merchant} label={words.seller} verified={words.verified} />
      </p>
    </>
  );
}

export function OpenRest({ view, context, filled }: { view: View; context: PageContext; filled: Filled }): JSX.Element {
  const { locale } = context;
  const { session } = view;
  const words = reviewWords(locale);
  return (
    <>
      <Held view={view} locale={locale} />
      <PriceChoice view={view} locale={locale} />
      <NextStep view={view} context={context} filled={filled} />
      <p class="muted text-sm leading-relaxed">
        {words.nothingCharged} <Say text={words.until} until={<Instant at={session.expiresAt} locale={locale} />} />
      </p>
      <ShopLink
        href={session.cancelUrl}
        seller={session.merchant.tradingName}
        locale={locale}
        way="back"
        isFramed={view.isFramed}
      />
      {view.methods.length === 0 ? null : <OnPhone link={view.link} locale={locale} />}
    </>
  );
}

/** For a desktop, whose buyer has the phone at hand that pays. */
function OnPhone({ link, locale }: { link: string; locale: Locale }): JSX.Element {
  const words = reviewWords(locale);
  return (
    <details class="group max-lg:hidden">
      <summary class={`${OPENER} min-h-8 w-fit gap-1.5 text-sm font-medium text-primary`}>
        <Icon name="smartphone" class="size-4" />
        {words.onPhone}
        <Icon name="chevron-down" class="size-4 group-open:rotate-180" />
      </summary>
      <div class="panel mt-3 flex items-center gap-5 p-5 text-sm">
        <QrCode text={link} label={words.qrCode} class="size-36 shrink-0 border border-base-300" />
        <p class="muted min-w-0 leading-relaxed">{words.scan}</p>
      </div>
    </details>
  );
}

/** What can be chosen once the buyer is known. */
function WaysSeen({
  methods,
  shown,
  countries,
  locale,
}: {
  methods: View["methods"];
  shown: View["shown"];
  countries: readonly string[];
  locale: Locale;
}): JSX.Element {
  const words = paymentWords(locale);
  return (
    <div class="muted flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm">
      <p id="ways-seen" class="sr-only">
        {words.waysSeen}
      </p>
      <ul aria-labelledby="ways-seen" class="contents">
        {methods.map((method) => (
          <li class="flex items-center gap-2">
            <WayIcon shown={shown[method]} ours={METHOD_ICONS[method]} size="size-4" />
            <WayName shown={shown[method]} ours={words[method]} locale={locale} />
            {shown[method]?.icon == null ? <Marks method={method} countries={countries} /> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

function NextStep({ view, context, filled }: { view: View; context: PageContext; filled: Filled }): JSX.Element {
  const { locale, buyer } = context;
  const { session, methods } = view;
  const words = paymentWords(locale);
  if (methods.length === 0) return <NotOffered tooLong={view.tooLong} locale={locale} />;
  if (buyer === null) {
    return (
      <>
        <WaysSeen methods={methods} shown={view.shown} countries={view.phones.choices} locale={locale} />
        <SignIn
          context={context}
          next={payPlaceOf(view)}
          prefill={session.customerEmail}
          title={reviewWords(locale).confirmEmail}
        />
      </>
    );
  }
  return (
    <PayForm
      context={context}
      methods={methods}
      shown={view.shown}
      phones={view.phones}
      networks={view.networks}
      refundDays={view.refundDays}
      action={`${view.path}/confirm${payQueryOf(view)}`}
      next={hereOf(view)}
      price={view.price}
      amount={totalOf(session)}
      label={words.confirm}
      filled={{ ...filled, method: filled.method ?? view.known.method }}
    >
      <Say text={words.agree} total={<Money amount={totalOf(session)} locale={locale} />} />
    </PayForm>
  );
}
