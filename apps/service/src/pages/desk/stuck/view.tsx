/** Money that came to a halt between us and a provider: what is known of it, and another try. */
import type { ComponentChildren, JSX } from "preact";
import type { FailedRefundView, StuckView } from "../../../store/read/desk/stuck.js";
import { moneys } from "../../../words/presented.js";
import { Given } from "../../kit/given.js";
import { Icon } from "../../kit/icons.js";
import { MoneyCell } from "../../kit/money-cell.js";
import { ButtonForm, Cell, PageHead, Table } from "../../kit/ui.js";
import { statusWords } from "../../kit/words.js";
import type { DeskContext } from "../access.js";
import { type InCell, inCell } from "../cells.js";
import { exportPath } from "../exports/link.js";
import { DeskFrame } from "../frame.js";
import { orderPath, STUCK_PATH } from "../links.js";
import { AccountLink, age, OpenThere, Said, Unseen } from "../parts.js";
import { SecondNote } from "../second.js";
import { providerName } from "../words.js";
import { AtHolder } from "./holder.js";
import type { AllStuck } from "./load.js";
import { Failing, Notices } from "./notices.js";
import { Staying } from "./staying.js";
import { CALL_KINDS } from "./words.js";

export function StuckPage({
  context,
  stuck: { refunds, payouts, calls, notices, failing, staying, holder, now },
  seconds,
  said,
}: {
  context: DeskContext;
  stuck: AllStuck;
  /** Why another operator has to confirm a retry, by the id of the refund or the payout. */
  seconds: ReadonlyMap<string, string>;
  said: string | undefined;
}): JSX.Element {
  const { csrf } = context;
  return (
    <DeskFrame context={context} title="Stuck money" entry="/stuck">
      <PageHead
        title="Stuck money"
        lead="Payments that providers refused or left unanswered for too long. A retry never pays twice: it uses the same reference, unless the provider has refused that one for good."
      >
        <a class="btn" href={exportPath("refunds")}>
          <Icon name="download" class="size-4" />
          All refunds
        </a>
      </PageHead>
      <Said said={said} />
      <Group id="refunds" title="Refunds to buyers" count={refunds.length}>
        {refunds.map((row) => (
          <Line row={row} now={now} about={<Order row={row} note={statusWords("en")[`reason_${row.reason}`]} />}>
            <ButtonForm
              action={`${STUCK_PATH}/refunds`}
              csrf={csrf}
              label={row.isRefused ? "Retry with a new reference" : "Retry"}
              icon="rotate-ccw"
              class={TRY}
              fields={{ account: row.sellerCode, escrow: row.escrow, refund: row.refund }}
            />
            <SecondNote sentence={seconds.get(row.refund) ?? null} />
          </Line>
        ))}
      </Group>
      <Group id="payouts" title="Payouts to sellers" count={payouts.length}>
        {payouts.map((row) => (
          <Line row={row} now={now} about={<About title={`Payout ${row.number}`} note={row.destination} />}>
            <ButtonForm
              action={`${STUCK_PATH}/payouts`}
              csrf={csrf}
              label="Retry"
              icon="rotate-ccw"
              class={TRY}
              fields={{ account: row.sellerCode, payout: row.payout }}
            />
            <SecondNote sentence={seconds.get(row.payout) ?? null} />
          </Line>
        ))}
      </Group>
      <Group id="calls" title="Buyer payments" count={calls.length}>
        {calls.map((row) => (
          <Line row={row} now={now} about={<Order row={row} note={CALL_KINDS[row.kind]} />}>
            <ButtonForm
              action={`${STUCK_PATH}/calls`}
              csrf={csrf}
              label="Retry"
              icon="rotate-ccw"
              class={TRY}
              fields={{ account: row.sellerCode, escrow: row.escrow, payment: row.payment, kind: row.kind }}
            />
          </Line>
        ))}
      </Group>
      <AtHolder stuck={holder} now={now} />
      <Staying staying={staying} now={now} />
      <Notices notices={notices} now={now} csrf={csrf} />
      <Failing providers={failing} now={now} />
    </DeskFrame>
  );
}

function Group({
  id,
  title,
  count,
  children,
}: {
  id: string;
  title: string;
  count: number;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <div id={id} class="mb-8 scroll-mt-4">
      <h2 class="mb-3 font-semibold">{title}</h2>
      {count === 0 ? (
        <p class="panel muted p-4 text-sm">Nothing is stuck.</p>
      ) : (
        <Table
          label={title}
          head={["Account", "What", "Amount", "Provider", "Waiting for", <Unseen text="Action" />]}
          columns={["", "", "text-end", "", WIDE]}
          stacks
        >
          {children}
        </Table>
      )}
    </div>
  );
}

const TRY = "btn btn-sm h-auto py-1";

/** Narrower screens have how long it waits beside the provider. */
const WIDE = "max-xl:hidden";

function Line({
  row,
  now,
  about,
  children,
}: {
  row: InCell<StuckView>;
  now: number;
  about: JSX.Element;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <tr>
      <Cell>
        <AccountLink account={row} />
      </Cell>
      <Cell name="What">{about}</Cell>
      <MoneyCell name="Amount" amount={row.amount} below={row.there === null ? null : moneys(row.there, "en")} />
      <Cell name="Provider" class="min-w-40 xl:min-w-56">
        <span class="block font-medium">{providerName(row.provider)}</span>
        {row.error === "" ? null : (
          <span class="block text-error">
            <Given text={row.error} lines={3} />
          </span>
        )}
        <span class="muted block text-xs [overflow-wrap:anywhere]">
          {row.tries === 1 ? "1 try" : `${row.tries} tries`} · {row.reference}
        </span>
        <span class="muted block text-xs xl:hidden">waiting for {age(now - row.created)}</span>
      </Cell>
      <Cell name="Waiting for" class={`whitespace-nowrap ${WIDE}`}>
        {age(now - row.created)}
      </Cell>
      <Cell>{row.cell === undefined ? children : <OpenThere path={STUCK_PATH} cell={row.cell} />}</Cell>
    </tr>
  );
}

const Order = ({
  row: { sellerCode, escrow, referenceCode, cell },
  note,
}: {
  row: InCell<Pick<FailedRefundView, "sellerCode" | "escrow" | "referenceCode">>;
  note: string;
}): JSX.Element => (
  <About
    title={
      <a class="link link-primary" href={inCell(orderPath(sellerCode, escrow), cell)}>
        {referenceCode}
      </a>
    }
    note={note}
  />
);

const About = ({ title, note }: { title: JSX.Element | string; note: string }): JSX.Element => (
  <span class="block min-w-28">
    <span class="block font-medium [overflow-wrap:anywhere] xl:whitespace-nowrap">{title}</span>
    <span class="muted block text-xs">{note}</span>
  </span>
);
