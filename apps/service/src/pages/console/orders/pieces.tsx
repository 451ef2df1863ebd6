/** Pieces that the pages of sessions and escrows share. */
import type { JSX } from "preact";
import type { Cents } from "../../../domain/money.js";
import type { OrderLine } from "../../../store/read/orders/lines.js";
import { usd } from "../../../words/format.js";
import { Given } from "../../kit/given.js";
import { useLocale, useWords } from "../../kit/language.js";
import { RestLine } from "../../kit/rest-line.js";
import { PulsingDot, Section } from "../../kit/ui.js";
import { NewsStatus } from "../news.js";
import { orderWords } from "./words.js";

export const News = ({ path, version }: { path: string; version: string }): JSX.Element => (
  <p class="muted mb-6 flex gap-2.5 text-xs">
    <PulsingDot class="mt-1" />
    <NewsStatus path={path} version={version} />
  </p>
);

/** Without scripts: long enough to read in. */
export const RELOAD_SECONDS = 60;

/** Words of a shop, within a line. */
export const Word = ({ children }: { children: string }): JSX.Element => <bdi>{children}</bdi>;

/** An id or a code that people copy. */
export const Code = ({ children }: { children: string }): JSX.Element => (
  <code class="font-mono text-xs select-all [overflow-wrap:anywhere]">
    <bdi>{children}</bdi>
  </code>
);

export function Lines({ lines, amount }: { lines: readonly OrderLine[]; amount: Cents }): JSX.Element | null {
  const locale = useLocale();
  if (lines.length === 0) return null;
  return (
    <Section title={orderWords(locale).items}>
      <ul class="divide-y divide-base-300 text-sm">
        {lines.map(({ name, sku, quantity, unitAmount }) => (
          <li class="flex justify-between gap-4 py-2 first:pt-0 last:pb-0">
            <div class="min-w-0">
              <Given text={name} lines={2} />
              {sku === "" ? null : <Given text={sku} lines={2} class="muted text-xs" />}
            </div>
            <p class="money shrink-0">
              {quantity} × {usd(unitAmount, locale)}
            </p>
          </li>
        ))}
      </ul>
      <RestLine lines={lines} amount={amount} locale={locale} class="mt-2 border-t border-base-300 pt-2" />
    </Section>
  );
}

/** What the shop keeps with the order for itself. */
export function Metadata({ metadata }: { metadata: Readonly<Record<string, string>> }): JSX.Element | null {
  const words = useWords(orderWords);
  if (Object.keys(metadata).length === 0) return null;
  return (
    <Section title={words.metadata}>
      <MetadataFacts metadata={metadata} />
    </Section>
  );
}

export function MetadataFacts({ metadata }: { metadata: Readonly<Record<string, string>> }): JSX.Element | null {
  const entries = Object.entries(metadata);
  if (entries.length === 0) return null;
  return (
    <dl class="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[minmax(8rem,auto)_minmax(0,1fr)]">
      {entries.map(([key, value]) => (
        <>
          <dt class="muted min-w-0">
            <Given text={key} lines={2} />
          </dt>
          <dd class="min-w-0 max-sm:mb-2">
            <Given text={value} lines={8} />
          </dd>
        </>
      ))}
    </dl>
  );
}
