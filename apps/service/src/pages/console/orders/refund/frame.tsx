import type { ComponentChildren, JSX } from "preact";
import { Given } from "../../../kit/given.js";
import { PageHead } from "../../../kit/ui.js";
import { refundWords } from "../../../refunds/words.js";
import { Frame } from "../../frame.js";
import { escrowUrl } from "../../links.js";
import type { EscrowProps } from "../escrow/load.js";
import { orderWords } from "../words.js";

/** What every page about a refund of an order has around it. */
export function RefundFrame({
  context,
  story: { escrow },
  children,
}: EscrowProps & { children: ComponentChildren }): JSX.Element {
  const { locale } = context;
  const { title } = refundWords(locale);
  return (
    <Frame context={context} title={title} entry="/escrows">
      <PageHead
        title={title}
        up={{
          href: escrowUrl(context, escrow.id),
          label: orderWords(locale).escrowCode({ code: escrow.referenceCode }),
        }}
        lead={<Given text={escrow.title} lines={2} />}
      />
      {children}
    </Frame>
  );
}
