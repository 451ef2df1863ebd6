/** One payout: where it is, and where it goes. While it moves the page looks for news by itself. */

import type { JSX } from "preact";
import { ZERO } from "../../../../domain/money.js";
import type { PayoutStatus } from "../../../../domain/states.js";
import type { PayoutView } from "../../../../store/read/money/wallet.js";
import { money, usd } from "../../../../words/format.js";
import { Icon, type IconName } from "../../../kit/icons.js";
import { useWords } from "../../../kit/language.js";
import { Say } from "../../../kit/say.js";
import { Time } from "../../../kit/times.js";
import { ButtonForm, Confirm, Facts, PageHead, PulsingDot, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { payoutUrl, walletUrl } from "../../links.js";
import { NewsStatus } from "../../news.js";
import { PayoutBadge, rateRow, SaidNotice, To } from "../pieces.js";
import { payoutWords, walletWords } from "../words.js";
import { isMoving, versionOf } from "./load.js";

const RELOAD_SECONDS = 10;

export function PayoutPage({
  context,
  payout,
  said,
}: {
  context: ConsoleContext;
  payout: PayoutView;
  said: string | undefined;
}): JSX.Element {
  const words = payoutWords(context.locale);
  const title = words.payout({ number: payout.number });
  const path = payoutUrl(context, payout.id);
  return (
    <Frame
      context={context}
      title={title}
      entry="/wallet"
      waiting={isMoving(payout) ? { path, reloadSeconds: RELOAD_SECONDS } : undefined}
    >
      <PageHead title={title} up={{ href: walletUrl(context), label: walletWords(context.locale).title }}>
        {payout.status === "REQUESTED" && context.may("payOut") ? (
          <Confirm label={words.cancel} icon="x" question={words.cancelText}>
            <ButtonForm
              action={`${path}/cancel`}
              csrf={context.csrf}
              label={words.cancelPayout}
              class="btn btn-error btn-sm"
            />
          </Confirm>
        ) : null}
      </PageHead>
      <SaidNotice code={said} />
      <Section
        title={usd(payout.amount, context.locale)}
        lead={
          payout.presented === null
            ? undefined
            : money(payout.presented.amount, payout.presented.currency, context.locale)
        }
        actions={<PayoutBadge status={payout.status} />}
      >
        <Standing payout={payout} />
        {isMoving(payout) ? <News path={path} payout={payout} /> : null}
      </Section>
      <div class="grid gap-x-6 lg:grid-cols-2">
        <Section title={words.steps}>
          <Steps payout={payout} />
        </Section>
        <Section title={words.details}>
          <Facts
            rows={[
              [words.to, <To to={payout.to} />],
              ...(payout.presented === null ? [] : [rateRow(payout.presented, context.locale)]),
              ...(payout.requestedByName === null
                ? []
                : ([[words.requestedBy, <bdi>{payout.requestedByName}</bdi>]] as const)),
              ...(payout.takenBack === ZERO
                ? []
                : ([[words.takenBack, usd(payout.takenBack, context.locale)]] as const)),
              [words.reference, <code class="text-xs">{payout.reference}</code>],
            ]}
          />
        </Section>
      </div>
    </Frame>
  );
}

/** Where it is, and why it was refused or sent back. */
function Standing({ payout: { status, tries, failure } }: { payout: PayoutView }): JSX.Element {
  const words = useWords(payoutWords);
  const isRefused = status === "FAILED" || status === "RETURNED";
  return (
    <div class="max-w-2xl text-sm leading-relaxed [overflow-wrap:anywhere]">
      <p>{status === "SENT" && tries > 1 ? words.standing_late : words[`standing_${status}`]}</p>
      {!isRefused || failure === null ? null : (
        <p class="muted mt-1">
          <Say text={words.reason} reason={<bdi>{failure}</bdi>} />
        </p>
      )}
    </div>
  );
}

const News = ({ path, payout }: { path: string; payout: PayoutView }): JSX.Element => (
  <p class="muted mt-3 flex gap-2.5 text-sm leading-relaxed">
    <PulsingDot class="mt-1.5" />
    <NewsStatus path={path} version={versionOf(payout)} class="min-w-0" />
  </p>
);

const STEP_ICONS = {
  REQUESTED: "wallet",
  SENT: "send",
  PAID: "circle-check",
  FAILED: "circle-x",
  RETURNED: "circle-x",
  CANCELLED: "circle-x",
} as const satisfies Partial<Record<PayoutStatus, IconName>>;

type StepName = keyof typeof STEP_ICONS;

type Step = { readonly name: StepName; readonly at: number | null };

const isOver = (status: PayoutStatus): status is StepName =>
  status !== "REQUESTED" && status !== "SENT" && status !== "PARKED";

/** What has happened, and what is to come. */
function stepsOf({ status, created, sentAt, endedAt }: PayoutView): readonly Step[] {
  return [
    { name: "REQUESTED", at: created },
    ...(status === "CANCELLED" ? [] : [{ name: "SENT" as const, at: sentAt }]),
    { name: isOver(status) ? status : "PAID", at: endedAt },
  ];
}

function Steps({ payout }: { payout: PayoutView }): JSX.Element {
  const words = useWords(payoutWords);
  return (
    <ol class="space-y-4 text-sm">
      {stepsOf(payout).map(({ name, at }) => (
        <li class="flex items-start gap-3">
          <span
            class={`grid size-8 shrink-0 place-items-center rounded-lg ${at === null ? "bg-base-200" : "bg-primary/10 text-primary"}`}
          >
            <Icon name={STEP_ICONS[name]} class="size-4" />
          </span>
          <span class="min-w-0">
            <span class={`block ${at === null ? "muted" : "font-medium"}`}>{words[`step_${name}`]}</span>
            <span class="muted block text-xs">{at === null ? words.toCome : <Time at={at} />}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
