/** The wallet: what there is, what can be paid out now and where to, and the last payouts. */
import type { ComponentChildren, JSX } from "preact";
import { ZERO } from "../../../../domain/money.js";
import { boundsOf, type Destination, holdOf, mostNow, PAYOUT_MIN } from "../../../../domain/payouts.js";
import type { WalletView } from "../../../../store/read/money/wallet.js";
import { usd } from "../../../../words/format.js";
import { Icon } from "../../../kit/icons.js";
import { described, Empty, Field, Notice, PageHead, Section, Stat, Stats, Time } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { destinationsUrl, payoutsUrl, statementUrl, walletUrl } from "../../links.js";
import { PayoutTable, SaidNotice, To } from "../pieces.js";
import { HOLDS } from "../words.js";
import type { Wallet } from "./load.js";

/** A payout as it was typed, and what is wrong with it. */
export type TypedPayout = {
  readonly amount: string;
  readonly destination: string;
  readonly problem: { readonly field: "amount" | "destination"; readonly text: string } | null;
};

export const NOTHING_TYPED: TypedPayout = { amount: "", destination: "", problem: null };

type WalletProps = Wallet & {
  readonly context: ConsoleContext;
  readonly typed: TypedPayout;
  readonly said?: string | undefined;
};

export const WalletPage = (props: WalletProps): JSX.Element => {
  const { context, wallet, payouts, hasMore, said } = props;
  return (
    <Frame context={context} title="Wallet" entry="/wallet">
      <PageHead title="Wallet" lead="Your balance and payouts.">
        <a class="btn" href={statementUrl(context)}>
          <Icon name="receipt-text" class="size-4" />
          Statement
        </a>
        <a class="btn" href={destinationsUrl(context)}>
          <Icon name="banknote" class="size-4" />
          Destinations
        </a>
      </PageHead>
      <SaidNotice code={said} />
      <Tiles wallet={wallet} />
      <AtBanks wallet={wallet} />
      <PayOut {...props} />
      {payouts.length === 0 ? (
        <Empty icon="banknote" title="No payouts yet">
          When a buyer approves a delivery, your share is added to the wallet. Pay it out to your bank account or mobile
          money; each payout and its status appear here.
        </Empty>
      ) : (
        <>
          <h2 class="mt-8 mb-3 font-semibold">Latest payouts</h2>
          <PayoutTable context={context} payouts={payouts} />
          {hasMore ? (
            <a class="link link-primary inline-flex min-h-10 items-center text-sm" href={payoutsUrl(context)}>
              All payouts
            </a>
          ) : null}
        </>
      )}
    </Frame>
  );
};

function Tiles({ wallet }: { wallet: WalletView }): JSX.Element {
  const most = mostNow(wallet);
  const now = holdOf(wallet) === null && most >= PAYOUT_MIN ? usd(most, "en") : "Nothing";
  return (
    <Stats>
      <Stat label="Available" value={usd(wallet.available, "en")} note="Ready to pay out" />
      <Stat label="Held" value={usd(wallet.held, "en")} note="In open escrows, fees included" />
      <Stat label="Pending" value={usd(wallet.pending, "en")} note="Payouts on their way" />
      <Stat label="Available now" value={now} note={`Limit of ${usd(boundsOf(wallet).daily, "en")} in 24 hours`} />
    </Stats>
  );
}

/** What chargebacks keep from being paid out; nothing where there is none. */
function AtBanks({ wallet: { owed, disputed } }: { wallet: WalletView }): JSX.Element | null {
  if (owed === ZERO && disputed === ZERO) return null;
  return (
    <Notice tone={owed === ZERO ? "note" : "bad"}>
      {owed === ZERO ? null : (
        <>
          You owe {usd(owed, "en")}: chargebacks took more than you had. What comes in pays that first, and then you can
          pay out again.{" "}
        </>
      )}
      {disputed === ZERO
        ? null
        : `Banks dispute ${usd(disputed, "en")} that was paid to you: so much stays here until they have decided.`}
    </Notice>
  );
}

function PayOut(props: WalletProps): JSX.Element {
  const { context, wallet, destinations } = props;
  const hold = holdOf(wallet);
  if (hold !== null) return <Unable>{HOLDS[hold]}</Unable>;
  if (!context.may("payOut"))
    return <Unable>Only owners of this account can pay out. You can follow the payouts here.</Unable>;
  if (destinations.length === 0) {
    return (
      <Unable
        action={
          <a class="btn btn-primary btn-sm" href={`${destinationsUrl(context)}/new`}>
            Add payout account
          </a>
        }
      >
        Add a payout account first. New accounts can be used after 24 hours.
      </Unable>
    );
  }
  return <PayOutForm {...props} />;
}

const Unable = ({ children, action }: { children: ComponentChildren; action?: ComponentChildren }): JSX.Element => (
  <Section title="Pay out" actions={action}>
    <p class="max-w-2xl text-sm leading-relaxed">{children}</p>
  </Section>
);

function PayOutForm({ context, wallet, destinations, typed }: WalletProps): JSX.Element {
  const problem = (field: "amount" | "destination") => (typed.problem?.field === field ? typed.problem.text : null);
  const most = mostNow(wallet);
  const { atATime } = boundsOf(wallet);
  const firstReady = destinations.find(({ usableAt }) => usableAt <= wallet.now)?.id;
  const chosen = destinations.some(({ id }) => id === typed.destination) ? typed.destination : firstReady;
  return (
    <Section title="Pay out" lead="You can check the details before you confirm.">
      <form method="post" action={`${walletUrl(context)}/review`} class="max-w-xl">
        <input type="hidden" name="csrf" value={context.csrf} />
        <Field
          label="Amount in US dollars"
          name="amount"
          hint={
            most < PAYOUT_MIN
              ? `The minimum is ${usd(PAYOUT_MIN, "en")}.`
              : `From ${usd(PAYOUT_MIN, "en")} to ${usd(most, "en")} now; at most ${usd(atATime, "en")} at a time.`
          }
          problem={problem("amount")}
        >
          <input
            {...described("amount", { hasHint: true, problem: problem("amount") })}
            class="input w-full max-w-56"
            inputMode="decimal"
            autocomplete="off"
            required
            maxLength={24}
            value={typed.amount}
          />
        </Field>
        <fieldset class="mb-4">
          <legend class="mb-1 text-sm font-medium">To</legend>
          <div class="divide-y divide-base-300 rounded-box border border-base-300">
            {destinations.map((to) => (
              <Choice to={to} now={wallet.now} isChosen={to.id === chosen} />
            ))}
          </div>
          {problem("destination") === null ? null : (
            <p class="mt-1 text-sm text-error" role="alert">
              {problem("destination")}
            </p>
          )}
        </fieldset>
        <button type="submit" class="btn btn-primary">
          Review
          <Icon name="arrow-right" class="size-4" />
        </button>
      </form>
    </Section>
  );
}

function Choice({ to, now, isChosen }: { to: Destination; now: number; isChosen: boolean }): JSX.Element {
  const isReady = to.usableAt <= now;
  return (
    <label class="flex min-h-14 cursor-pointer items-center gap-3 px-3 py-2 has-disabled:cursor-default">
      <input
        type="radio"
        name="destination"
        value={to.id}
        class="radio radio-sm radio-primary"
        checked={isChosen && isReady}
        disabled={!isReady}
        required
      />
      <span class="min-w-0 text-sm">
        <To to={to} />
        {isReady ? null : (
          <span class="muted block text-xs">
            New: can be paid to from <Time at={to.usableAt} />
          </span>
        )}
      </span>
    </label>
  );
}
