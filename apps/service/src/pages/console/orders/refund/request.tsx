/** A refund that a member asks a colleague to confirm: what it does, who asks, and the presses that decide. */
import type { JSX } from "preact";
import type { RefundRequest } from "../../../../store/read/orders/refund-requests.js";
import { usd } from "../../../../words/format.js";
import { GivenName } from "../../../kit/given.js";
import { useLocale } from "../../../kit/language.js";
import { Say } from "../../../kit/say.js";
import { Time } from "../../../kit/times.js";
import { ButtonForm, Notice } from "../../../kit/ui.js";
import { statusWords } from "../../../kit/words.js";
import { Costs } from "../../../refunds/costs.js";
import type { RefundPreview } from "../../../refunds/preview.js";
import { refundWords } from "../../../refunds/words.js";
import { refundUrl } from "../../links.js";
import type { EscrowProps } from "../escrow/load.js";
import { OrderFrame } from "../order-frame.js";

type Props = EscrowProps & { readonly request: RefundRequest; readonly preview: RefundPreview };

export function RequestPage({ context, story, request, preview }: Props): JSX.Element {
  return (
    <OrderFrame context={context} story={story} title={refundWords(context.locale).title}>
      <section class="panel max-w-2xl p-4 sm:p-5" aria-label={refundWords(context.locale).requested}>
        <Asked context={context} request={request} />
        <Decision context={context} escrow={story.escrow} request={request} preview={preview} />
      </section>
    </OrderFrame>
  );
}

const isOwn = ({ seller }: Props["context"], { askedBy }: RefundRequest): boolean => askedBy.id === seller.id;

function Asked({ context, request }: Pick<Props, "context" | "request">): JSX.Element {
  const locale = useLocale();
  const words = refundWords(locale);
  const amount = usd(request.gets, locale);
  return (
    <p class="mb-4 text-sm leading-relaxed">
      {isOwn(context, request) ? (
        words.youAsked({ amount })
      ) : (
        <Say text={words.theyAsk} name={<GivenName text={request.askedBy.name} />} amount={amount} />
      )}{" "}
      {words.because({ reason: statusWords(locale)[`reason_${request.reason}`] })}{" "}
      <span class="muted">
        <Time at={request.created} />
      </span>
    </p>
  );
}

/** A colleague confirms as long as it would still do what was asked for; declining is always possible. */
function Decision({
  context,
  escrow,
  request,
  preview,
}: Omit<Props, "story"> & { escrow: Props["story"]["escrow"] }): JSX.Element {
  const locale = useLocale();
  const words = refundWords(locale);
  const path = `${refundUrl(context, escrow.id)}/${request.id}`;
  const own = isOwn(context, request);
  const isSame = preview.ok && preview.gets === request.gets && request.askedBy.isStanding;
  return (
    <>
      {preview.ok && isSame ? (
        <Costs preview={preview} locale={locale} words={words} />
      ) : (
        <Notice tone="bad">
          {preview.ok ? words.changedSince : words[`problem_${preview.code}`]({ amount: usd(preview.most, locale) })}
        </Notice>
      )}
      <div class="mt-5 flex flex-wrap gap-2">
        {own || !isSame ? null : (
          <ButtonForm
            action={`${path}/confirm`}
            csrf={context.csrf}
            label={words.confirm({ amount: usd(request.gets, locale) })}
            icon="undo"
            class="btn btn-primary"
          />
        )}
        <ButtonForm
          action={`${path}/decline`}
          csrf={context.csrf}
          label={own ? words.withdraw : words.decline}
          class="btn"
        />
      </div>
    </>
  );
}
