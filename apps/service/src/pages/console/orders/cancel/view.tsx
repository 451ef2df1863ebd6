/** Asks before a seller cancels, and says where every cent goes. There is a way back that does nothing. */
import type { JSX } from "preact";
import { refundOfRest } from "../../../../domain/decisions/refund-rest.js";
import { unreleasedOf } from "../../../../domain/escrow.js";
import { add, type Cents, smaller, subtract, ZERO } from "../../../../domain/money.js";
import { wouldGiveBack } from "../../../../domain/refund-parts.js";
import { isIn, UNFUNDED } from "../../../../domain/states.js";
import { usd } from "../../../../words/format.js";
import { moneys } from "../../../../words/presented.js";
import { useLocale } from "../../../kit/language.js";
import { SumLine } from "../../../kit/sum-line.js";
import { Notice } from "../../../kit/ui.js";
import { refundWords } from "../../../refunds/words.js";
import { cancelUrl, escrowUrl } from "../../links.js";
import type { EscrowProps } from "../escrow/load.js";
import { OrderFrame } from "../order-frame.js";
import { cancelWords } from "../words.js";

/** @param hasChanged what was agreed to on this page is not what would happen any more. */
export function CancelPage({ context, story, hasChanged }: EscrowProps & { hasChanged: boolean }): JSX.Element {
  const { escrow } = story;
  const refund = refundOfRest(escrow);
  const settles = escrow.status === "DISPUTED";
  const { locale } = context;
  const words = cancelWords(locale);
  const title = refund === ZERO ? words.titleCancel : words.titleRefund;
  const sum = usd(refund, locale);
  return (
    <OrderFrame context={context} story={story} title={title}>
      {hasChanged ? <Notice tone="bad">{words.changed}</Notice> : null}
      <div class="panel max-w-2xl p-4 sm:p-5">
        <Returns story={story} />
        <p class="muted mt-4 text-sm leading-relaxed">{settles ? words.settles : words.ends}</p>
        <form method="post" action={cancelUrl(context, escrow.id)} class="mt-5 flex flex-wrap gap-2">
          <input type="hidden" name="csrf" value={context.csrf} />
          {settles ? <input type="hidden" name="settles" value="1" /> : null}
          <input type="hidden" name="refund" value={String(refund)} />
          <button type="submit" class="btn btn-error btn-soft">
            {refund === ZERO
              ? words.cancel
              : settles
                ? words.settleRefund({ amount: sum })
                : words.cancelRefund({ amount: sum })}
          </button>
          <a class="btn" href={escrowUrl(context, escrow.id)}>
            {words.keep}
          </a>
        </form>
      </div>
    </OrderFrame>
  );
}

/** What goes back is what is held: the order's unreleased part and the fees that were not earned (decisions, "Money"). */
function Returns({ story: { escrow, sources } }: Pick<EscrowProps, "story">): JSX.Element {
  const locale = useLocale();
  const words = cancelWords(locale);
  const say = (amount: Cents): string => usd(amount, locale);
  const refund = refundOfRest(escrow);
  if (refund === ZERO) return <p class="text-sm">{words.nothingHeld}</p>;
  const isPart = isIn(UNFUNDED, escrow.status);
  const back = wouldGiveBack(refund, sources);
  const order = smaller(unreleasedOf(escrow), refund);
  return (
    <>
      <dl class="space-y-2 text-sm">
        {isPart ? null : (
          <>
            <SumLine label={words.ofOrder}>{say(order)}</SumLine>
            <SumLine label={escrow.feesEarned === ZERO ? words.allFees : words.feesNotEarned}>
              {say(subtract(refund, order))}
            </SumLine>
          </>
        )}
        <SumLine label={isPart ? words.backSoFar : words.back} isTotal>
          {say(refund)}
        </SumLine>
      </dl>
      {back === null ? null : (
        <p class="mt-3 text-sm leading-relaxed">{refundWords(locale).getsAbroad({ amount: moneys(back, locale) })}</p>
      )}
      {escrow.released === ZERO ? null : (
        <p class="mt-4 text-sm">
          {words.released({
            toYou: say(escrow.released),
            fees: say(escrow.feesEarned),
            sum: say(add(escrow.released, escrow.feesEarned)),
          })}
        </p>
      )}
    </>
  );
}
