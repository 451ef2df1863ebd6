/** Money that came to a halt between us and a provider: what is known of it, and another try. */
import type { ComponentChildren, JSX } from "preact";
import { type OnAccount, retryCall, retryPayout, retryRefund } from "../../commands/operators.js";
import { parseUuid } from "../../domain/ids.js";
import type { Queryable } from "../../platform/database.js";
import { readClock } from "../../store/read/clock.js";
import { findDeskAccount } from "../../store/read/desk/accounts.js";
import {
  type FailedRefundView,
  listFailedRefunds,
  listParkedCalls,
  listParkedPayouts,
  type ParkedCallView,
  type ParkedPayoutView,
  type StuckView,
} from "../../store/read/desk/stuck.js";
import type { PersonContext } from "../console/context.js";
import { REFUND_REASONS } from "../console/orders/badges.js";
import type { Asked } from "../console/routes.js";
import { ButtonForm, Cell, MoneyCell, PageHead, Table } from "../console/ui.js";
import { Given } from "../given.js";
import type { FormFields } from "../page-context.js";
import { PageRefusal } from "../refusal.js";
import { DeskFrame } from "./frame.js";
import { AccountLink, age, operatorOf, Said, saidOf, Unseen } from "./parts.js";
import { DESK_PATH, type RegisterDeskPart } from "./routes.js";

const PATH = "/stuck";
const HERE = DESK_PATH + PATH;

export const registerStuck: RegisterDeskPart = (routes, { db, door }) => {
  routes.page(PATH, async (context, asked) => {
    const [refunds, payouts, calls, { now }] = await Promise.all([
      listFailedRefunds(db),
      listParkedPayouts(db),
      listParkedCalls(db),
      readClock(db),
    ]);
    return <Stuck context={context} asked={asked} found={{ refunds, payouts, calls, now }} />;
  });

  routes.action(`${PATH}/calls`, async (context, form) => {
    const by = await byOf(context, form, db);
    const { kind = "" } = form;
    if (!isKind(kind)) throw new PageRefusal("not_found");
    const acted = await retryCall(db, by, {
      escrow: uuidIn(form, "escrow"),
      payment: uuidIn(form, "payment"),
      kind,
    });
    return `${HERE}?said=${saidOf(acted, "retried")}#calls`;
  });

  routes.action(`${PATH}/refunds`, async (context, form) => {
    const by = await byOf(context, form, db);
    const acted = await retryRefund(door, by, { escrow: uuidIn(form, "escrow"), refund: uuidIn(form, "refund") });
    return `${HERE}?said=${saidOf(acted, "retried")}#refunds`;
  });

  routes.action(`${PATH}/payouts`, async (context, form) => {
    const by = await byOf(context, form, db);
    return `${HERE}?said=${saidOf(await retryPayout(door, by, uuidIn(form, "payout")), "retried")}#payouts`;
  });
};

async function byOf(context: PersonContext, form: FormFields, db: Queryable): Promise<OnAccount> {
  const account = await findDeskAccount(db, form["account"] ?? "");
  if (account === null) throw new PageRefusal("not_found");
  return { operator: operatorOf(context), account: account.id, reason: "" };
}

/** @throws PageRefusal not_found */
function uuidIn<Kind extends "escrow" | "payment" | "refund" | "payout">(form: FormFields, kind: Kind) {
  const id = parseUuid<Kind>(kind, form[kind] ?? "");
  if (id === null) throw new PageRefusal("not_found");
  return id;
}

const KINDS = {
  create: "Order a payment",
  cancel: "Call a payment off",
  look_up: "Ask about a payment",
} as const satisfies Record<ParkedCallView["kind"], string>;
const isKind = (kind: string): kind is ParkedCallView["kind"] => Object.hasOwn(KINDS, kind);

type Found = {
  readonly refunds: readonly FailedRefundView[];
  readonly payouts: readonly ParkedPayoutView[];
  readonly calls: readonly ParkedCallView[];
  readonly now: number;
};

function Stuck({ context, asked, found }: { context: PersonContext; asked: Asked; found: Found }): JSX.Element {
  const { refunds, payouts, calls, now } = found;
  const { csrf } = context;
  return (
    <DeskFrame context={context} title="Stuck money" entry="/stuck">
      <PageHead
        title="Stuck money"
        lead="What providers refused, or did not answer for so long that nobody asks any more. Another try never pays twice: it bears the same reference, unless the provider has refused that one for good."
      />
      <Said query={asked.query} />
      <Group id="refunds" title="Refunds to buyers" count={refunds.length}>
        {refunds.map((row) => (
          <Line row={row} now={now} about={<Order code={row.referenceCode} note={REFUND_REASONS[row.reason]} />}>
            <ButtonForm
              action={`${HERE}/refunds`}
              csrf={csrf}
              label={row.isRefused ? "Try anew" : "Try again"}
              icon="rotate-ccw"
              class={TRY}
              fields={{ account: row.sellerCode, escrow: row.escrow, refund: row.refund }}
            />
          </Line>
        ))}
      </Group>
      <Group id="payouts" title="Payouts to sellers" count={payouts.length}>
        {payouts.map((row) => (
          <Line row={row} now={now} about={<Order code={`Payout ${row.number}`} note={row.destination} />}>
            <ButtonForm
              action={`${HERE}/payouts`}
              csrf={csrf}
              label="Try again"
              icon="rotate-ccw"
              class={TRY}
              fields={{ account: row.sellerCode, payout: row.payout }}
            />
          </Line>
        ))}
      </Group>
      <Group id="calls" title="Payments of buyers" count={calls.length}>
        {calls.map((row) => (
          <Line row={row} now={now} about={<Order code={row.referenceCode} note={KINDS[row.kind]} />}>
            <ButtonForm
              action={`${HERE}/calls`}
              csrf={csrf}
              label="Try again"
              icon="rotate-ccw"
              class={TRY}
              fields={{ account: row.sellerCode, escrow: row.escrow, payment: row.payment, kind: row.kind }}
            />
          </Line>
        ))}
      </Group>
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
          head={["Account", "What", "Amount", "Provider", "Waits", <Unseen text="Action" />]}
          columns={["", "", "text-end"]}
        >
          {children}
        </Table>
      )}
    </div>
  );
}

const TRY = "btn btn-sm whitespace-nowrap";

function Line({
  row,
  now,
  about,
  children,
}: {
  row: StuckView;
  now: number;
  about: JSX.Element;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <tr>
      <Cell>
        <AccountLink account={row} />
      </Cell>
      <Cell>{about}</Cell>
      <MoneyCell amount={row.amount} />
      <Cell class="min-w-56">
        <span class="block font-medium">{row.provider}</span>
        {row.error === "" ? null : (
          <span class="block text-error">
            <Given text={row.error} lines={3} />
          </span>
        )}
        <span class="muted block text-xs [overflow-wrap:anywhere]">
          {row.tries === 1 ? "1 try" : `${row.tries} tries`} · {row.reference}
        </span>
      </Cell>
      <Cell class="whitespace-nowrap">{age(now - row.created)}</Cell>
      <Cell>{children}</Cell>
    </tr>
  );
}

const Order = ({ code, note }: { code: string; note: string }): JSX.Element => (
  <span class="block min-w-36">
    <span class="block font-medium whitespace-nowrap">{code}</span>
    <span class="muted block text-xs">{note}</span>
  </span>
);
