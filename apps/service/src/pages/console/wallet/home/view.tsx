/** The wallet: what there is, what can be paid out now and where to, and the last payouts. */

import type { ComponentChildren, JSX } from "preact";
import { ZERO } from "../../../../domain/money.js";
import { boundsOf, holdOf, mostNow, PAYOUT_MIN } from "../../../../domain/payouts.js";
import type { WalletView } from "../../../../store/read/money/wallet.js";
import { usd } from "../../../../words/format.js";
import { Icon } from "../../../kit/icons.js";
import { useLocale, useWords } from "../../../kit/language.js";
import { Say } from "../../../kit/say.js";
import { Time } from "../../../kit/times.js";
import { AmountInput, Empty, Field, FieldProblem, Notice, PageHead, Section, Stat, Stats } from "../../../kit/ui.js";
import { destinationWords } from "../../../payees/words.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { destinationsUrl, payoutsUrl, statementUrl, walletUrl } from "../../links.js";
import { Banked } from "../connected/banked.js";
import { holderName } from "../connected/view.js";
import { PayoutTable, paidIn, SaidNotice, To } from "../pieces.js";
import { connectedWords, refusalWords, statementWords, walletWords } from "../words.js";
import type { Place, Wallet } from "./load.js";

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
  const words = walletWords(context.locale);
  return (
    <Frame context={context} title={words.title} entry="/wallet">
      <PageHead title={words.title} lead={words.lead}>
        <a class="btn" href={statementUrl(context)}>
          <Icon name="receipt-text" class="size-4" />
          {statementWords(context.locale).title}
        </a>
        <a class="btn" href={destinationsUrl(context)}>
          <Icon name="banknote" class="size-4" />
          {destinationWords(context.locale).title}
        </a>
      </PageHead>
      <SaidNotice code={said} />
      <Tiles wallet={wallet} hasPlace={props.destinations.some(({ usableAt }) => usableAt <= wallet.now)} />
      <AtBanks wallet={wallet} />
      <PayOut {...props} />
      {props.banked === null ? null : <Banked context={context} banked={props.banked} />}
      {payouts.length === 0 ? (
        <Empty icon="banknote" title={words.noPayouts}>
          {words.noPayoutsText}
        </Empty>
      ) : (
        <>
          <h2 class="mt-8 mb-3 font-semibold">{words.latest}</h2>
          <PayoutTable context={context} payouts={payouts} />
          {hasMore ? (
            <a class="link link-primary inline-flex min-h-10 items-center text-sm" href={payoutsUrl(context)}>
              {words.all}
            </a>
          ) : null}
        </>
      )}
    </Frame>
  );
};

/** @param props.hasPlace whether there is a payout account that can be used now. */
function Tiles({ wallet, hasPlace }: { wallet: WalletView; hasPlace: boolean }): JSX.Element {
  const locale = useLocale();
  const words = useWords(walletWords);
  const most = mostNow(wallet);
  const { atATime, daily } = boundsOf(wallet);
  const now = hasPlace && holdOf(wallet) === null && most >= PAYOUT_MIN ? usd(most, locale) : words.nothing;
  return (
    <Stats>
      <Stat label={words.available} value={usd(wallet.available, locale)} note={words.availableNote} />
      <Stat label={words.held} value={usd(wallet.held, locale)} note={words.heldNote} />
      <Stat label={words.pending} value={usd(wallet.pending, locale)} note={words.pendingNote} />
      <Stat
        label={words.now}
        value={now}
        note={words.nowNote({ atATime: usd(atATime, locale), limit: usd(daily, locale) })}
      />
    </Stats>
  );
}

/** What chargebacks keep from being paid out; nothing where there is none. */
function AtBanks({ wallet: { owed, disputed } }: { wallet: WalletView }): JSX.Element | null {
  const locale = useLocale();
  const words = useWords(walletWords);
  if (owed === ZERO && disputed === ZERO) return null;
  return (
    <Notice tone={owed === ZERO ? "note" : "bad"}>
      {owed === ZERO ? null : `${words.owing({ owed: usd(owed, locale) })} `}
      {disputed === ZERO ? null : words.disputed({ disputed: usd(disputed, locale) })}
    </Notice>
  );
}

function PayOut(props: WalletProps): JSX.Element {
  const { context, wallet, destinations, holder } = props;
  const words = useWords(walletWords);
  const connected = useWords(connectedWords);
  const refusals = useWords(refusalWords);
  const hold = holdOf(wallet);
  if (hold !== null) return <Unable>{refusals[hold]}</Unable>;
  if (!context.may("payOut")) return <Unable>{words.onlyOwners}</Unable>;
  if (destinations.length === 0 && holder !== null) {
    return (
      <Unable
        action={
          <a class="btn btn-primary btn-sm" href={`${destinationsUrl(context)}#connected`}>
            {connected.connect}
          </a>
        }
      >
        {connected.connectFirst({ provider: holderName(holder) })}
      </Unable>
    );
  }
  if (destinations.length === 0) {
    return (
      <Unable
        action={
          <a class="btn btn-primary btn-sm" href={`${destinationsUrl(context)}/new`}>
            {words.addAccount}
          </a>
        }
      >
        {words.addFirst}
      </Unable>
    );
  }
  return <PayOutForm {...props} />;
}

const Unable = ({ children, action }: { children: ComponentChildren; action?: ComponentChildren }): JSX.Element => (
  <Section title={useWords(walletWords).payOut}>
    <p class="max-w-2xl text-sm leading-relaxed">{children}</p>
    {action === undefined ? null : <div class="mt-4">{action}</div>}
  </Section>
);

function PayOutForm({ context, wallet, destinations, typed }: WalletProps): JSX.Element {
  const locale = useLocale();
  const words = useWords(walletWords);
  const problem = (field: "amount" | "destination") => (typed.problem?.field === field ? typed.problem.text : null);
  const most = mostNow(wallet);
  const firstReady = destinations.find(({ usableAt }) => usableAt <= wallet.now)?.id;
  const chosen = destinations.some(({ id }) => id === typed.destination) ? typed.destination : firstReady;
  return (
    <Section title={words.payOut} lead={words.payOutLead}>
      <form method="post" action={`${walletUrl(context)}/review`} class="max-w-xl">
        <input type="hidden" name="csrf" value={context.csrf} />
        <Field
          label={words.amount}
          name="amount"
          hint={
            most < PAYOUT_MIN
              ? words.minimum({ least: usd(PAYOUT_MIN, locale) })
              : words.range({
                  least: usd(PAYOUT_MIN, locale),
                  most: usd(most, locale),
                })
          }
          problem={problem("amount")}
        >
          <AmountInput name="amount" value={typed.amount} problem={problem("amount")} hasHint required />
        </Field>
        <fieldset class="mb-4">
          <legend class="mb-1 text-sm font-medium">{words.to}</legend>
          <div class="divide-y divide-base-300 rounded-box border border-base-300">
            {destinations.map((to) => (
              <Choice to={to} now={wallet.now} isChosen={to.id === chosen} />
            ))}
          </div>
          {problem("destination") === null ? null : <FieldProblem role="alert">{problem("destination")}</FieldProblem>}
        </fieldset>
        <button type="submit" class="btn btn-primary">
          {words.review}
          <Icon name="arrow-right" class="size-4" />
        </button>
      </form>
    </Section>
  );
}

function Choice({ to, now, isChosen }: { to: Place; now: number; isChosen: boolean }): JSX.Element {
  const locale = useLocale();
  const words = useWords(walletWords);
  const isReady = to.usableAt <= now;
  return (
    <label class="flex min-h-14 cursor-pointer items-center gap-3 px-3 py-2 has-disabled:cursor-default">
      <input
        type="radio"
        name="destination"
        value={to.id}
        class="size-5 shrink-0"
        checked={isChosen && isReady}
        disabled={!isReady}
        required
      />
      <span class="min-w-0 text-sm">
        <To to={to} />
        <span class="muted block text-xs empty:hidden">{paidIn(to.currency, locale)}</span>
        {isReady ? null : (
          <span class="muted block text-xs">
            <Say text={words.usableFrom} time={<Time at={to.usableAt} />} />
          </span>
        )}
      </span>
    </label>
  );
}
