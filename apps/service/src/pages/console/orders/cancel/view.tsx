/** Asks before a seller cancels, and says where every cent goes. There is a way back that does nothing. */
import type { JSX } from "preact";
import { refundOfRest } from "../../../../domain/decisions/refund-rest.js";
import { unreleasedOf } from "../../../../domain/escrow.js";
import { add, smaller, subtract, ZERO } from "../../../../domain/money.js";
import { isIn, UNFUNDED } from "../../../../domain/states.js";
import { usd } from "../../../../words/format.js";
import { Given } from "../../../kit/given.js";
import { Notice, PageHead } from "../../../kit/ui.js";
import { Frame } from "../../frame.js";
import { cancelUrl, escrowUrl } from "../../links.js";
import type { EscrowProps } from "../escrow/load.js";
import { SumLine } from "../pieces.js";

/** @param hasChanged what was agreed to on this page is not what would happen any more. */
export function CancelPage({ context, story, hasChanged }: EscrowProps & { hasChanged: boolean }): JSX.Element {
  const { escrow } = story;
  const refund = refundOfRest(escrow);
  const settles = escrow.status === "DISPUTED";
  const title = refund === ZERO ? "Cancel this order?" : "Refund the rest of this order?";
  return (
    <Frame context={context} title={title} entry="/escrows">
      <PageHead
        title={title}
        up={{ href: escrowUrl(context, escrow.id), label: `Escrow ${escrow.referenceCode}` }}
        lead={<Given text={escrow.title} lines={2} />}
      />
      {hasChanged ? (
        <Notice tone="bad">Nothing was done: the order has changed. Check what goes back and try again.</Notice>
      ) : null}
      <div class="panel max-w-2xl p-4 sm:p-5">
        <Returns story={story} />
        <p class="muted mt-4 text-sm leading-relaxed">
          {settles
            ? "This settles the dispute in the buyer's favour and closes the order. We email the buyer and tell your shop. You can't undo it."
            : "This ends the order, emails the buyer and sends escrow.cancelled to your shop. You can't undo it."}
        </p>
        <form method="post" action={cancelUrl(context, escrow.id)} class="mt-5 flex flex-wrap gap-2">
          <input type="hidden" name="csrf" value={context.csrf} />
          {settles ? <input type="hidden" name="settles" value="1" /> : null}
          <input type="hidden" name="refund" value={String(refund)} />
          <button type="submit" class="btn btn-error btn-soft">
            {refund === ZERO
              ? "Cancel the order"
              : settles
                ? `Settle and refund ${usd(refund, "en")}`
                : `Cancel and refund ${usd(refund, "en")}`}
          </button>
          <a class="btn" href={escrowUrl(context, escrow.id)}>
            Keep the order
          </a>
        </form>
      </div>
    </Frame>
  );
}

/** What goes back is what is held: the order's unreleased part and the fees that were not earned (decisions, "Money"). */
function Returns({ story: { escrow } }: Pick<EscrowProps, "story">): JSX.Element {
  const refund = refundOfRest(escrow);
  if (refund === ZERO) return <p class="text-sm">Nothing is held, so nothing goes back to the buyer.</p>;
  const isPart = isIn(UNFUNDED, escrow.status);
  const order = smaller(unreleasedOf(escrow), refund);
  return (
    <>
      <dl class="space-y-2 text-sm">
        {isPart ? null : (
          <>
            <SumLine label="Of the order">{usd(order, "en")}</SumLine>
            <SumLine label={escrow.feesEarned === ZERO ? "All fees" : "Fees not earned yet"}>
              {usd(subtract(refund, order), "en")}
            </SumLine>
          </>
        )}
        <SumLine label={isPart ? "Goes back to the buyer: everything paid so far" : "Goes back to the buyer"} isTotal>
          {usd(refund, "en")}
        </SumLine>
      </dl>
      {escrow.released === ZERO ? null : (
        <p class="mt-4 text-sm">
          Already released: {usd(escrow.released, "en")} in your wallet, and {usd(escrow.feesEarned, "en")} of fees.
          Together {usd(add(escrow.released, escrow.feesEarned), "en")}.
        </p>
      )}
    </>
  );
}
