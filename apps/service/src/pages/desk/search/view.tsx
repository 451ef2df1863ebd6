/** What a search over everything found, a group a kind of thing. */
import type { ComponentChildren, JSX } from "preact";
import { SEARCH_LENGTH_MAX } from "../../../domain/search.js";
import { FOUND_MAX } from "../../../store/read/desk/search.js";
import { usd } from "../../../words/format.js";
import { usdWith } from "../../../words/presented.js";
import { EscrowBadge, SessionBadge } from "../../kit/badges.js";
import { Given } from "../../kit/given.js";
import { Icon, type IconName } from "../../kit/icons.js";
import { maxLengthFor } from "../../kit/max-length.js";
import { Day } from "../../kit/times.js";
import { Empty, PageHead } from "../../kit/ui.js";
import type { DeskContext } from "../access.js";
import { inCell } from "../cells.js";
import { DeskFrame } from "../frame.js";
import { accountPath, disputePath, orderPath, SEARCH_PATH } from "../links.js";
import { AccountBadges } from "../parts.js";
import { PAYOUT_LABELS, providerName } from "../words.js";
import type { AllFound } from "./load.js";

const KINDS =
  "an order’s or dispute’s reference, an id, the shop’s own reference, a buyer’s or seller’s email address, a seller’s name or code, a payment’s or payout’s reference at the provider, or what the buyer paid";

export function SearchPage({
  context,
  typed,
  found,
}: {
  context: DeskContext;
  typed: string;
  found: AllFound;
}): JSX.Element {
  const count = Object.values(found).reduce((sum, rows) => sum + rows.length, 0);
  return (
    <DeskFrame context={context} title="Search" entry={null}>
      <PageHead
        title="Search"
        lead="Across all accounts. The audit log keeps what you search for and which orders you open."
      />
      <Form typed={typed} />
      {typed === "" ? (
        <p class="muted max-w-3xl text-sm leading-relaxed">Enter {KINDS}.</p>
      ) : count === 0 ? (
        <Empty icon="search" title={`Nothing matches “${typed}”`}>
          Search for {KINDS}. References have to be whole.
        </Empty>
      ) : (
        <Groups found={found} />
      )}
    </DeskFrame>
  );
}

const Form = ({ typed }: { typed: string }): JSX.Element => (
  <search class="mb-6 block max-w-3xl">
    <form method="get" action={SEARCH_PATH} class="flex gap-2">
      <label class="sr-only" for="q">
        What to search for
      </label>
      <input
        class="input w-full min-w-0 flex-1"
        type="search"
        id="q"
        name="q"
        value={typed}
        autocomplete="off"
        spellcheck={false}
        maxLength={maxLengthFor(SEARCH_LENGTH_MAX)}
      />
      <button type="submit" class="btn btn-primary">
        <Icon name="search" class="size-4" />
        <span class="max-sm:sr-only">Search</span>
      </button>
    </form>
  </search>
);

const Groups = ({ found: { orders, accounts, payouts, sessions } }: { found: AllFound }): JSX.Element => (
  <>
    <Group title="Orders" rows={orders}>
      {(one) => (
        <Row
          href={inCell(orderPath(one.sellerCode, one.escrow), one.cell)}
          icon="shield-check"
          title={<Given text={one.title} lines={2} />}
          about={[one.referenceCode, one.externalReference, one.buyerEmail, one.tradingName]}
          amount={usd(one.total, "en")}
          end={<EscrowBadge status={one.status} />}
          more={
            one.disputeReference === null ? null : (
              <a
                class="link link-primary inline-flex min-h-6 items-center text-xs"
                href={inCell(disputePath(one.sellerCode, one.escrow), one.cell)}
              >
                Dispute {one.disputeReference}
              </a>
            )
          }
        />
      )}
    </Group>
    <Group title="Accounts" rows={accounts}>
      {(one) => (
        <Row
          href={inCell(accountPath(one.sellerCode), one.cell)}
          icon="store"
          title={<Given text={one.tradingName} lines={2} />}
          about={[one.sellerCode, one.email]}
          end={<AccountBadges account={one} />}
        />
      )}
    </Group>
    <Group title="Payouts" rows={payouts}>
      {(one) => (
        <Row
          href={inCell(accountPath(one.sellerCode), one.cell)}
          icon="banknote"
          title={`Payout ${one.number} of ${one.tradingName}`}
          about={[PAYOUT_LABELS[one.status], providerName(one.provider)]}
          amount={usdWith(one.amount, one.presented, "en")}
          end={<Day at={one.created} locale="en" />}
        />
      )}
    </Group>
    <Group title="Sessions that became no order" rows={sessions}>
      {(one) => (
        <Row
          href={inCell(accountPath(one.sellerCode), one.cell)}
          icon="receipt-text"
          title={<Given text={one.title} lines={2} />}
          about={[one.externalReference, one.tradingName]}
          amount={usd(one.amount, "en")}
          end={<SessionBadge status={one.status} />}
        />
      )}
    </Group>
  </>
);

function Group<Found>({
  title,
  rows,
  children,
}: {
  title: string;
  rows: readonly Found[];
  children: (row: Found) => JSX.Element;
}): JSX.Element | null {
  if (rows.length === 0) return null;
  return (
    <section class="mb-6 max-w-3xl">
      <h2 class="mb-2 font-semibold">{title}</h2>
      <ul class="panel divide-y divide-base-300">
        {rows.slice(0, FOUND_MAX).map((row) => (
          <li>{children(row)}</li>
        ))}
      </ul>
      {rows.length > FOUND_MAX ? (
        <p class="muted mt-2 text-xs">
          The newest {FOUND_MAX} are shown. Search for something that only one of them has.
        </p>
      ) : null}
    </section>
  );
}

function Row({
  href,
  icon,
  title,
  about,
  amount,
  end,
  more = null,
}: {
  href: string;
  icon: IconName;
  title: ComponentChildren;
  /** What tells it from others; empty texts are left out. */
  about: readonly string[];
  amount?: string;
  end: JSX.Element;
  more?: JSX.Element | null;
}): JSX.Element {
  return (
    <div class="flex flex-wrap items-start gap-x-3 gap-y-1 px-4 py-3 text-sm sm:flex-nowrap">
      <Icon name={icon} class="muted mt-0.5 size-4.5 shrink-0" />
      <div class="min-w-0 flex-1">
        <a class="link link-primary inline-flex min-h-6 items-center font-medium" href={href}>
          {title}
        </a>
        <p class="muted text-xs leading-relaxed [overflow-wrap:anywhere]">
          {about
            .filter((one) => one !== "")
            .map((text, at) => (
              <>
                {at === 0 ? null : " · "}
                <bdi>{text}</bdi>
              </>
            ))}
        </p>
        {more}
      </div>
      <div class="flex shrink-0 items-center gap-3 max-sm:basis-full max-sm:ps-7.5">
        {amount === undefined ? null : <span class="font-medium tabular-nums">{amount}</span>}
        {end}
      </div>
    </div>
  );
}
