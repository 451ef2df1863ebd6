/** All payouts of an account, newest first. */
import type { JSX } from "preact";
import type { PayoutView } from "../../../../store/read/money/wallet.js";
import type { Page } from "../../../../store/read/page.js";
import { Pager } from "../../../kit/pager.js";
import { Empty, PageHead } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { payoutsUrl, walletUrl } from "../../links.js";
import { PayoutTable } from "../pieces.js";

export const PayoutsPage = ({ context, page }: { context: ConsoleContext; page: Page<PayoutView> }): JSX.Element => (
  <Frame context={context} title="Payouts" entry="/wallet">
    <PageHead title="Payouts" up={{ href: walletUrl(context), label: "Wallet" }} />
    {page.rows.length === 0 ? (
      <Empty icon="banknote" title="No payouts" />
    ) : (
      <PayoutTable context={context} payouts={page.rows} />
    )}
    <Pager page={page} path={payoutsUrl(context)} query={{}} />
  </Frame>
);
