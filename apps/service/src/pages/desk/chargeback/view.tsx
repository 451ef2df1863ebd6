/** One chargeback, for the operator who answers the bank. */
import type { JSX } from "preact";
import { CHARGEBACK_SOURCES, isClosed } from "../../../domain/chargebacks.js";
import { subtract, ZERO } from "../../../domain/money.js";
import { refusalOfOrder } from "../../../domain/operators.js";
import { usd } from "../../../words/format.js";
import { usdWith } from "../../../words/presented.js";
import { ChargebackBadge } from "../../kit/badges.js";
import { Given } from "../../kit/given.js";
import { Day, Time } from "../../kit/times.js";
import { described, Facts, Field, Notice, PageHead, Section } from "../../kit/ui.js";
import { statusWords } from "../../kit/words.js";
import type { DeskContext } from "../access.js";
import { DeskFrame } from "../frame.js";
import { CHARGEBACKS_PATH, chargebackPath, orderPath } from "../links.js";
import { AccountLink, FullId, OWN, operatorOf, Said } from "../parts.js";
import { providerName, reasonName } from "../words.js";
import type { ShownChargeback } from "./load.js";
import { ACTORS, SOURCES } from "./words.js";

export function ChargebackPage({
  context,
  shown,
  said,
  problem = null,
}: {
  context: DeskContext;
  shown: ShownChargeback;
  said?: string | undefined;
  problem?: string | null;
}): JSX.Element {
  const { chargeback } = shown;
  return (
    <DeskFrame context={context} title="Chargeback" entry="/chargebacks">
      <PageHead
        up={{ href: CHARGEBACKS_PATH, label: "Chargebacks" }}
        title={<Given text={chargeback.title} lines={3} />}
        lead={
          <span class="flex flex-wrap items-center gap-x-3 gap-y-1">
            <ChargebackBadge status={chargeback.status} />
            <span class="font-mono text-xs [overflow-wrap:anywhere]">{chargeback.theirId}</span>
          </span>
        }
      />
      <Said said={said} />
      {problem === null ? null : <Notice tone="bad">Nothing was sent. Fix the problem below.</Notice>}
      <div class="grid gap-x-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div class="min-w-0">
          {isClosed(chargeback) ? null : <Evidence context={context} shown={shown} problem={problem} />}
          <History shown={shown} />
        </div>
        <div class="min-w-0">
          <About shown={shown} />
          <Money shown={shown} />
        </div>
      </div>
    </DeskFrame>
  );
}

function About({ shown: { chargeback, order } }: { shown: ShownChargeback }): JSX.Element {
  const { answerBy, evidenceSentAt, closedAt } = chargeback;
  return (
    <Section title="Payment">
      <Facts
        rows={[
          ["Seller", <AccountLink account={chargeback} />],
          ["Buyer", order.escrow.buyerEmail],
          [
            "Order",
            <a class="link link-primary" href={orderPath(chargeback.sellerCode, chargeback.escrow)}>
              <FullId>{chargeback.reference}</FullId>
            </a>,
          ],
          ["Provider", providerName(chargeback.provider)],
          ["Reason", reasonName(chargeback.reason)],
          ["Amount", usdWith(chargeback.amount, chargeback.disputed, "en")],
          ["Reported", <Day at={chargeback.created} locale="en" />],
          ...(answerBy === null ? [] : [["Answer by", <Time at={answerBy} />] as const]),
          ...(evidenceSentAt === null ? [] : [["Evidence sent", <Time at={evidenceSentAt} />] as const]),
          ...(closedAt === null ? [] : [["Decided", <Time at={closedAt} />] as const]),
        ]}
      />
    </Section>
  );
}

function Money({ shown: { chargeback } }: { shown: ShownChargeback }): JSX.Element {
  const { amount, taken, returned, from, fee, feeOwed, isTaken } = chargeback;
  const missing = isTaken ? subtract(amount, taken) : ZERO;
  return (
    <Section
      title="Money"
      lead={
        taken === ZERO
          ? "Nothing was taken in the books."
          : returned === taken
            ? "All of it came back."
            : "Where it came from."
      }
    >
      <Facts
        rows={[
          ["Taken", usd(taken, "en")],
          ...CHARGEBACK_SOURCES.flatMap((source) =>
            from[source] === ZERO ? [] : [[SOURCES[source], usd(from[source], "en")] as const],
          ),
          ...(fee === ZERO ? [] : [["Fee of the provider", usd(fee, "en")] as const]),
          ...(feeOwed === ZERO ? [] : [["Fee, owed still", usd(feeOwed, "en")] as const]),
          ...(missing === ZERO ? [] : [["Taken beyond the payment", usd(missing, "en")] as const]),
        ]}
      />
      {missing === ZERO ? null : (
        <p class="muted mt-3 text-sm">
          The payment was, or is being, paid back as well. The seller does not bear that: send the refund as evidence.
        </p>
      )}
    </Section>
  );
}

const History = ({ shown: { lines } }: { shown: ShownChargeback }): JSX.Element => (
  <Section title="History">
    <ol class="space-y-3 text-sm">
      {lines.map(({ status, actor, text, created }) => (
        <li>
          <span class="flex flex-wrap items-baseline justify-between gap-x-3">
            <span class="font-medium">{statusWords("en")[`chargeback_${status}`]}</span>
            <Time at={created} />
          </span>
          <span class="muted block text-xs [overflow-wrap:anywhere]">
            {ACTORS[actor]}: {text}
          </span>
        </li>
      ))}
    </ol>
  </Section>
);

function Evidence({
  context,
  shown: { chargeback, order, story, files, filesMost },
  problem,
}: {
  context: DeskContext;
  shown: ShownChargeback;
  problem: string | null;
}): JSX.Element {
  if (filesMost === null) {
    return (
      <Section title="Evidence">
        <p class="text-sm">This provider takes no evidence here. Answer in its own dashboard.</p>
      </Section>
    );
  }
  const own = refusalOfOrder(operatorOf(context), order.escrow);
  if (own !== null) {
    return (
      <Section title="Evidence">
        <p class="text-sm leading-relaxed">{OWN[own]}</p>
      </Section>
    );
  }
  return (
    <Section
      title="Evidence for the bank"
      lead="Drafted from the order. Read it, add what is missing and remove anything private. Nothing goes out until you send it, and then it can’t be taken back."
    >
      <form method="post" action={`${chargebackPath(chargeback.id)}/evidence`}>
        <input type="hidden" name="csrf" value={context.csrf} />
        <Field label="What happened" name="story" problem={problem} hint="Plain text. The bank gets it as it is.">
          <textarea
            class="field font-mono sm:text-xs leading-relaxed"
            rows={18}
            required
            {...described("story", { hasHint: true, problem })}
          >
            {story}
          </textarea>
        </Field>
        {files.length === 0 ? null : (
          <fieldset class="mb-4">
            <legend class="mb-1 text-sm font-medium">Files of the order, at most {filesMost}</legend>
            {files.map(({ id, name }, at) => (
              <label class="flex min-h-11 cursor-pointer items-center gap-2.5 text-sm">
                <input
                  type="checkbox"
                  name={`file-${id}`}
                  value="yes"
                  checked={at < filesMost}
                  class="size-4.5 shrink-0 accent-primary"
                />
                <Given text={name} lines={2} />
              </label>
            ))}
          </fieldset>
        )}
        <button type="submit" class="btn btn-primary">
          Send to the bank
        </button>
      </form>
    </Section>
  );
}
