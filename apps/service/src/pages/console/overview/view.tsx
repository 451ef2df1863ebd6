/** The first page of an account: how it goes, and what waits. */
import type { JSX } from "preact";
import type { Cents } from "../../../domain/money.js";
import type { Figures } from "../../../store/read/days.js";
import { grouped, usd } from "../../../words/format.js";
import type { Locale } from "../../../words/locale.js";
import { useLocale, useWords } from "../../kit/language.js";
import { Late } from "../../kit/late.js";
import { Tabs } from "../../kit/tabs.js";
import { Empty, PageHead, Stat } from "../../kit/ui.js";
import type { ConsoleContext } from "../context.js";
import { Frame } from "../frame.js";
import { sessionsUrl } from "../links.js";
import { CreateLink } from "../start/view.js";
import type { ConnectedView } from "../wallet/connected/load.js";
import { ConnectedNotice } from "../wallet/connected/view.js";
import { AttentionList } from "./attention.js";
import type { Overview, ShownSetup } from "./load.js";
import { Plots } from "./plots.js";
import { SetupList } from "./setup.js";
import { SPAN_KEYS, type Span } from "./spans.js";
import { overviewWords } from "./words.js";

type FirstProps = {
  readonly context: ConsoleContext;
  /** Null where there is nothing left to set up, for this member. */
  readonly setup: ShownSetup | null;
  /** Null where no provider holds sellers' money. */
  readonly connected: ConnectedView | null;
};
type Props = FirstProps & { readonly overview: Overview };

export function OverviewPage({ context, setup, connected, overview }: Props): JSX.Element {
  const { span, filled, attention, endpoints, isUnpaid, ageSeconds } = overview;
  const words = overviewWords(context.locale);
  // Who sells already reads first how it goes.
  const left =
    setup === null ? null : <SetupList context={context} setup={setup} holder={connected?.provider ?? null} />;
  return (
    <Frame context={context} title={words.title} entry="">
      <PageHead title={words.title}>
        {isUnpaid ? null : (
          <Tabs
            label={words.period}
            tabs={SPAN_KEYS.map((key) => ({
              href: `${context.home}?span=${key}`,
              text: words[`span_${key}`],
              isOn: key === span.key,
            }))}
          />
        )}
      </PageHead>
      {connected === null ? null : <ConnectedNotice context={context} connected={connected} />}
      {isUnpaid ? left : null}
      <AttentionList context={context} attention={attention} endpoints={endpoints} isQuiet={isUnpaid} />
      {isUnpaid ? <Unpaid context={context} /> : <Tiles {...overview} />}
      {isUnpaid ? null : left}
      {isUnpaid ? null : <Plots span={span} filled={filled} />}
      <Late ageSeconds={ageSeconds} />
    </Frame>
  );
}

/** An account without a single session has nothing to show but where to begin. */
export function FirstPage({ context, setup, connected }: FirstProps): JSX.Element {
  const words = overviewWords(context.locale);
  return (
    <Frame context={context} title={words.title} entry="">
      <PageHead title={words.title} />
      {connected === null ? null : <ConnectedNotice context={context} connected={connected} />}
      {setup === null ? null : <SetupList context={context} setup={setup} holder={connected?.provider ?? null} />}
      <Empty icon="rocket" title={words.noOrders}>
        {setup === null ? <Beginnings context={context} /> : <p>{words.noOrdersText}</p>}
      </Empty>
    </Frame>
  );
}

/** Where there is no checklist that leads there. */
function Beginnings({ context }: { context: ConsoleContext }): JSX.Element {
  const words = useWords(overviewWords);
  return (
    <>
      <p>{context.may("develop") ? words.noOrdersDevelop : words.noOrdersText}</p>
      <p class="mt-5 flex flex-wrap justify-center gap-2">
        {context.may("handleOrders") ? <CreateLink context={context} /> : null}
        <a class="btn" href={`${context.home}/start`}>
          {words.start}
        </a>
      </p>
    </>
  );
}

/** Orders that nobody has paid have no figures; what helps is the buyer. */
function Unpaid({ context }: { context: ConsoleContext }): JSX.Element {
  const words = useWords(overviewWords);
  return (
    <Empty icon="hourglass" title={words.unpaid}>
      <p>{words.unpaidText}</p>
      <p class="mt-5 flex flex-wrap justify-center gap-2">
        <a class="btn btn-primary" href={`${sessionsUrl(context)}?status=OPEN`}>
          {words.openLinks}
        </a>
        {context.may("handleOrders") ? <CreateLink context={context} class="btn" /> : null}
      </p>
    </Empty>
  );
}

function Tiles({ span, now, before, held, attention }: Overview): JSX.Element {
  const locale = useLocale();
  const words = overviewWords(locale);
  const money = (field: "paidIn" | "released" | "refunded"): JSX.Element => (
    <Stat
      label={words[field]}
      value={usd(now[field], locale)}
      note={changeOf({ now: now[field], before: before[field] }, span, locale)}
    />
  );
  return (
    <dl class="mb-6 grid grid-cols-2 gap-3 lg:grid-cols-3">
      {money("paidIn")}
      {money("released")}
      {money("refunded")}
      <Stat label={words.held} value={usd(held, locale)} note={words.heldNote} />
      <Stat label={words.conversion} value={percentOf(now)} note={conversionNote(now, before, locale)} />
      <Stat
        label={words.openDisputes}
        value={grouped(attention.openDisputes, locale)}
        note={words.disputesNote({ now: grouped(now.disputes, locale), before: grouped(before.disputes, locale) })}
      />
    </dl>
  );
}

/** Growth is a percentage below so many times of what was before. */
const TIMES_MAX = 10n;

/** "+12% on the 30 days before". */
function changeOf({ now, before }: Record<"now" | "before", Cents>, { key }: Span, locale: Locale): string {
  const words = overviewWords(locale);
  const compared = words[`before_${key}`];
  // From next to nothing a percentage says less than the amount.
  if (now >= before * TIMES_MAX) return words.amountBefore({ amount: usd(before, locale), before: compared });
  // Rounded to the nearest whole percent, away from zero at the half.
  const twice = ((now - before) * 200n) / before;
  const percent = (twice + (twice < 0n ? -1n : 1n)) / 2n;
  const sign = percent < 0n ? "−" : "+";
  const size = percent < 0n ? -percent : percent;
  return percent === 0n
    ? words.same({ before: compared })
    : words.change({ percent: `${sign}${grouped(Number(size), locale)}%`, before: compared });
}

/** Of the sessions that were created, how many a buyer confirmed. */
const percentOf = ({ sessionsCreated, sessionsCompleted }: Figures): string =>
  sessionsCreated === 0 ? "–" : `${Math.round((100 * sessionsCompleted) / sessionsCreated)}%`;

function conversionNote(now: Figures, before: Figures, locale: Locale): string {
  const words = overviewWords(locale);
  const share = words.conversionNote({
    confirmed: grouped(now.sessionsCompleted, locale),
    created: grouped(now.sessionsCreated, locale),
  });
  return before.sessionsCreated === 0 ? share : words.conversionBefore({ share, before: percentOf(before) });
}
