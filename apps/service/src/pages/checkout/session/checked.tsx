/** A card payment from whose page the buyer has come back, while nothing was heard of it. */
import type { JSX } from "preact";
import { askedOf, type PaymentView } from "../../../store/read/money/payments.js";
import type { Locale } from "../../../words/locale.js";
import { Say } from "../../kit/say.js";
import { IN_TAB, Lead, LONG_BUTTON, Money } from "./parts.js";
import type { checkOf, View } from "./state.js";
import { paymentWords } from "./words.js";

type CheckedProps = {
  readonly view: View;
  readonly payment: PaymentView;
  readonly check: NonNullable<ReturnType<typeof checkOf>>;
  readonly title: string;
  readonly locale: Locale;
};

/** The payer has come back from the card's page: nothing to do at first, and then the way back to it. */
export function Checked({ view, payment, check, title, locale }: CheckedProps): JSX.Element {
  const words = paymentWords(locale);
  const amount = <Money {...askedOf(payment)} locale={locale} />;
  return (
    <>
      <Lead icon={check === "checking" ? "spinner" : "hourglass"} title={title}>
        <Say text={words[`${check}Text`]} amount={amount} />
      </Lead>
      {check === "checking" || payment.instructions?.kind !== "redirect" ? null : (
        <a
          class={`btn btn-outline w-full border-base-300 sm:w-auto ${LONG_BUTTON}`}
          href={payment.instructions.url}
          {...(view.isFramed ? IN_TAB : {})}
        >
          {words.backToCard}
        </a>
      )}
    </>
  );
}
