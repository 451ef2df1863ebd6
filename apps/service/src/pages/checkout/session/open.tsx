/** The order before anybody has confirmed it: anyone who has the link can read it, a signed-in buyer can confirm it. */
import type { JSX } from "preact";
import { totalOf } from "../../../domain/escrow.js";
import { Icon } from "../../kit/icons.js";
import type { PageContext } from "../../kit/page-context.js";
import { Say } from "../../kit/say.js";
import { SignIn } from "../../kit/sign-in.js";
import { Instant, Money, Seller } from "./parts.js";
import { type Filled, NotOffered, PayForm } from "./pay-form.js";
import { Rules } from "./rules.js";
import { hereOf, type View } from "./state.js";
import { paymentWords, reviewWords } from "./words.js";

export function OpenLead({ view, context }: { view: View; context: PageContext }): JSX.Element {
  const { locale, buyer } = context;
  const words = reviewWords(locale);
  return (
    <>
      <h1 class="text-2xl font-semibold tracking-tight">{buyer === null ? words.title : words.titleToPay}</h1>
      <p class="given muted mt-1.5 leading-relaxed">
        <Say
          text={words.intro}
          seller={<Seller session={view.session} />}
          until={<Instant at={view.session.expiresAt} locale={locale} />}
        />
      </p>
      <p class="mt-3 inline-flex items-center gap-2 text-sm font-medium text-success">
        <Icon name="lock" class="size-4" />
        {words.nothingCharged}
      </p>
    </>
  );
}

export function OpenRest({ view, context, filled }: { view: View; context: PageContext; filled: Filled }): JSX.Element {
  const { locale, buyer } = context;
  const total = totalOf(view.session);
  const words = paymentWords(locale);
  return (
    <>
      <Rules view={view} locale={locale} />
      {view.methods.length === 0 ? (
        <NotOffered locale={locale} />
      ) : buyer === null ? (
        <SignIn context={context} next={hereOf(view)} prefill={view.session.customerEmail} />
      ) : (
        <PayForm
          context={context}
          methods={view.methods}
          refundDays={view.refundDays}
          action={`${view.path}/confirm${view.query}`}
          next={hereOf(view)}
          amount={total}
          label={words.confirm}
          filled={filled}
        >
          <Say text={words.agree} total={<Money amount={total} locale={locale} />} />
        </PayForm>
      )}
    </>
  );
}
