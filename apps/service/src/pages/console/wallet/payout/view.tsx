/** One payout: where it is, and where it goes. While it moves the page looks for news by itself. */
import type { JSX } from "preact";
import type { PayoutView } from "../../../../store/read/money/wallet.js";
import { usd } from "../../../../words/format.js";
import { Icon, type IconName } from "../../../kit/icons.js";
import { ButtonForm, Confirm, Facts, PageHead, PulsingDot, Section, Time } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { payoutUrl, walletUrl } from "../../links.js";
import { NewsStatus } from "../../news.js";
import { PayoutBadge, SaidNotice, To } from "../pieces.js";
import { isMoving, versionOf } from "./load.js";
import { STANDINGS } from "./words.js";

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
  const path = payoutUrl(context, payout.id);
  return (
    <Frame
      context={context}
      title={`Payout ${payout.number}`}
      entry="/wallet"
      waiting={isMoving(payout) ? { path, reloadSeconds: RELOAD_SECONDS } : undefined}
    >
      <PageHead title={`Payout ${payout.number}`} up={{ href: walletUrl(context), label: "Wallet" }}>
        {payout.status === "REQUESTED" && context.may("payOut") ? (
          <Confirm label="Cancel" icon="x" question="We cancel the payout and return the money to your wallet at once.">
            <ButtonForm
              action={`${path}/cancel`}
              csrf={context.csrf}
              label="Cancel the payout"
              class="btn btn-error btn-sm"
            />
          </Confirm>
        ) : null}
      </PageHead>
      <SaidNotice code={said} />
      <Section title={usd(payout.amount, "en")} actions={<PayoutBadge status={payout.status} />}>
        <p class="max-w-2xl text-sm leading-relaxed">{STANDINGS[payout.status](payout)}</p>
        {isMoving(payout) ? <News path={path} payout={payout} /> : null}
      </Section>
      <div class="grid gap-x-6 lg:grid-cols-2">
        <Section title="Steps">
          <Steps payout={payout} />
        </Section>
        <Section title="Details">
          <Facts
            rows={[
              ["To", <To to={payout.to} />],
              ...(payout.requestedByName === null
                ? []
                : ([["Requested by", <bdi>{payout.requestedByName}</bdi>]] as const)),
              ["Reference", <code class="text-xs">{payout.reference}</code>],
            ]}
          />
        </Section>
      </div>
    </Frame>
  );
}

const News = ({ path, payout }: { path: string; payout: PayoutView }): JSX.Element => (
  <p class="muted mt-3 flex gap-2.5 text-sm leading-relaxed">
    <PulsingDot class="mt-1.5" />
    <NewsStatus path={path} version={versionOf(payout)} class="min-w-0" />
  </p>
);

type Step = { readonly icon: IconName; readonly text: string; readonly at: number | null };

const ENDS = {
  PAID: { icon: "circle-check", text: "Paid" },
  FAILED: { icon: "circle-x", text: "Refused and returned to your wallet" },
  RETURNED: { icon: "circle-x", text: "Sent back and returned to your wallet" },
  CANCELLED: { icon: "circle-x", text: "Cancelled and returned to your wallet" },
} as const;

/** What has happened, and what is to come. */
function stepsOf({ status, created, sentAt, endedAt }: PayoutView): readonly Step[] {
  const end = status in ENDS ? ENDS[status as keyof typeof ENDS] : ENDS.PAID;
  return [
    { icon: "wallet", text: "Requested and set aside", at: created },
    ...(status === "CANCELLED" ? [] : [{ icon: "send" as const, text: "Sent", at: sentAt }]),
    { ...end, at: endedAt },
  ];
}

const Steps = ({ payout }: { payout: PayoutView }): JSX.Element => (
  <ol class="space-y-4 text-sm">
    {stepsOf(payout).map(({ icon, text, at }) => (
      <li class="flex items-start gap-3">
        <span
          class={`grid size-8 shrink-0 place-items-center rounded-lg ${at === null ? "bg-base-200" : "bg-primary/10 text-primary"}`}
        >
          <Icon name={icon} class="size-4" />
        </span>
        <span class="min-w-0">
          <span class={`block ${at === null ? "muted" : "font-medium"}`}>{text}</span>
          <span class="muted block text-xs">{at === null ? "To come" : <Time at={at} />}</span>
        </span>
      </li>
    ))}
  </ol>
);
