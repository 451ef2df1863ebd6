import type { ComponentChildren, JSX } from "preact";
import { Given } from "../../kit/given.js";
import { PageHead } from "../../kit/ui.js";
import { Frame } from "../frame.js";
import { escrowUrl } from "../links.js";
import type { EscrowProps } from "./escrow/load.js";
import { orderWords } from "./words.js";

/** What a page that does something about an order has around it: the title, and the way back. */
export const OrderFrame = ({
  context,
  story: { escrow },
  title,
  children,
}: EscrowProps & { title: string; children: ComponentChildren }): JSX.Element => (
  <Frame context={context} title={title} entry="/escrows">
    <PageHead
      title={title}
      up={{
        href: escrowUrl(context, escrow.id),
        label: orderWords(context.locale).escrowCode({ code: escrow.referenceCode }),
      }}
      lead={<Given text={escrow.title} lines={2} />}
    />
    {children}
  </Frame>
);
