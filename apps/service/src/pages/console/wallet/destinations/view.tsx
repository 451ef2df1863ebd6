/** Where payouts may go. Numbers are shown by their last digits. */

import type { JSX } from "preact";
import { DESTINATIONS_MAX } from "../../../../domain/payouts.js";
import { Given } from "../../../kit/given.js";
import { Icon } from "../../../kit/icons.js";
import { useWords } from "../../../kit/language.js";
import { WayIcon, WayName } from "../../../kit/provider-looks.js";
import { Say } from "../../../kit/say.js";
import { Time } from "../../../kit/times.js";
import { ButtonForm, Confirm, Empty, Notice, PageHead } from "../../../kit/ui.js";
import { destinationWords } from "../../../payees/words.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { destinationsUrl, removeUrl, walletUrl } from "../../links.js";
import type { ConnectedView } from "../connected/load.js";
import { ConnectedSection, holderName } from "../connected/view.js";
import { paidIn, SaidNotice } from "../pieces.js";
import { connectedWords, destinationKind, destinationLabel, walletWords } from "../words.js";
import type { Listed } from "./load.js";

export function DestinationsPage({
  context,
  destinations,
  connected,
  now,
  said,
  problem,
}: {
  context: ConsoleContext;
  destinations: readonly Listed[];
  /** Null where no provider holds sellers' money. */
  connected: ConnectedView | null;
  now: number;
  said?: string | undefined;
  /** Why the provider did not take the seller on. */
  problem?: string;
}): JSX.Element {
  const words = destinationWords(context.locale);
  const mayChange = context.may("payOut");
  return (
    <Frame context={context} title={words.title} entry="/wallet">
      <PageHead
        title={words.title}
        up={{ href: walletUrl(context), label: walletWords(context.locale).title }}
        lead={words.lead}
      >
        {mayChange && destinations.length < DESTINATIONS_MAX ? (
          <a class={connected === null ? "btn btn-primary" : "btn"} href={`${destinationsUrl(context)}/new`}>
            <Icon name="plus" class="size-4" />
            {words.add}
          </a>
        ) : null}
      </PageHead>
      <SaidNotice code={said} />
      {problem === undefined ? null : <Notice tone="bad">{problem}</Notice>}
      {connected === null ? null : (
        <>
          <SaidOfHolder code={said} provider={connected.provider} />
          <ConnectedSection context={context} connected={connected} />
        </>
      )}
      {destinations.length === 0 && connected !== null ? null : destinations.length === 0 ? (
        <Empty icon="banknote" title={words.none}>
          {mayChange ? words.noneMayAdd : words.noneOthers}
        </Empty>
      ) : (
        <ul class="grid gap-3 lg:grid-cols-2">
          {destinations.map((to) => (
            <Card context={context} to={to} now={now} mayChange={mayChange} />
          ))}
        </ul>
      )}
    </Frame>
  );
}

/** What came of a visit to the provider's page. */
function SaidOfHolder({ code, provider }: { code: string | undefined; provider: string }): JSX.Element | null {
  const words = useWords(connectedWords);
  if (code === "asked") return <Notice tone="note">{words.asked({ provider: holderName(provider) })}</Notice>;
  return code === "expired" ? <Notice tone="note">{words.expired}</Notice> : null;
}

type CardProps = {
  readonly context: ConsoleContext;
  readonly to: Listed;
  readonly now: number;
  readonly mayChange: boolean;
};

function Card({ context, to, now, mayChange }: CardProps): JSX.Element {
  const words = useWords(destinationWords);
  return (
    <li class="panel flex flex-wrap items-start gap-3 p-4 text-sm">
      <span
        class={`grid size-9 shrink-0 place-items-center rounded-lg text-primary ${to.shown?.icon == null ? "bg-primary/10" : "border border-base-300 bg-white"}`}
      >
        <WayIcon
          shown={to.shown}
          ours={to.kind === "mobile_money" ? "smartphone" : "landmark"}
          size={to.shown?.icon == null ? "size-5" : "size-7"}
        />
      </span>
      <div class="min-w-0 flex-1 basis-40">
        <h2 class="font-semibold">
          <Given text={destinationLabel(to, context.locale)} lines={2} />
        </h2>
        <Given text={to.name} lines={2} class="muted" />
        <p class="muted mt-1 text-xs first-letter:uppercase">
          {to.kind !== "bank" && to.shown?.labels == null ? null : (
            <>
              <WayName shown={to.shown} ours={destinationKind(to, context.locale)} locale={context.locale} /> ·{" "}
            </>
          )}
          {to.currency === null ? (
            words.unreached
          ) : to.usableAt <= now ? (
            words.ready
          ) : (
            <Say text={words.readyFrom} time={<Time at={to.usableAt} />} />
          )}
        </p>
        <p class="muted text-xs empty:hidden">{paidIn(to.currency, context.locale)}</p>
      </div>
      {mayChange ? (
        <Confirm label={words.remove} question={words.removeText}>
          <ButtonForm
            action={removeUrl(context, to.id)}
            csrf={context.csrf}
            label={words.removeAccount}
            class="btn btn-error btn-sm"
          />
        </Confirm>
      ) : null}
    </li>
  );
}
