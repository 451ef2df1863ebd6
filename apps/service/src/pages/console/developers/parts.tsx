/** Pieces of the developers' pages: answers of HTTP, and what came of what was just done. */
import { STATUS_CODES } from "node:http";
import type { ComponentChildren, JSX } from "preact";
import { isTranslated, translate } from "../../../diagnoses/translate.js";
import type { DeliveryState } from "../../../store/read/console/orders.js";
import type { DeliveryRow } from "../../../store/read/webhooks/deliveries.js";
import { grouped } from "../../../words/format.js";
import type { Locale } from "../../../words/locale.js";
import { Badge, type Tone } from "../../kit/badge.js";
import type { IconName } from "../../kit/icons.js";
import { useLocale, useWords } from "../../kit/language.js";
import { Notice } from "../../kit/ui.js";
import { partWords } from "./words.js";

const SECONDS = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;

/** "142 ms", "10.0 s". */
export const span = (ms: number, locale: Locale): string =>
  ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toLocaleString(locale, SECONDS)} s`;

/** "in 4 min"; "now" for what is due. */
export function inTime(ms: number, locale: Locale): string {
  const words = partWords(locale);
  if (ms < 1_000) return words.now;
  if (ms < 60_000) return words.inSeconds({ count: Math.ceil(ms / 1_000) });
  if (ms < 5_400_000) return words.inMinutes({ count: Math.round(ms / 60_000) });
  return words.inHours({ count: Math.round(ms / 3_600_000) });
}

/** A count that was not taken any further. */
export const counted = (count: number | string, { max, locale }: { max: number; locale: Locale }): string =>
  Number(count) >= max ? `${grouped(max, locale)}+` : grouped(Number(count), locale);

/** An id or another text that programs read. */
export const Mono = ({ children }: { children: ComponentChildren }): JSX.Element => (
  <span class="font-mono text-xs [overflow-wrap:anywhere]">{children}</span>
);

/** "503 Service Unavailable" */
export const statusText = (status: number): string => `${status} ${STATUS_CODES[status] ?? ""}`.trimEnd();

/**
 * What was told of a seller's server, in the reader's language.
 * @returns `lang` as HTML has it, where it stays in English.
 */
export function diagnosisIn(locale: Locale, text: string): { readonly text: string; readonly lang?: "en" } {
  if (locale === "en") return { text };
  const translated = isTranslated(locale) ? translate(text, locale) : null;
  return translated === null ? { text, lang: "en" } : { text: translated };
}

export function Diagnosis({ text }: { text: string }): JSX.Element {
  const told = diagnosisIn(useLocale(), text);
  return <span lang={told.lang}>{told.text}</span>;
}

/** What an attempt was answered, or why it was not. */
export const Answer = ({ status, error }: { status: number | null; error: string | null }): JSX.Element =>
  status === null ? (
    <span class="text-error">
      <Diagnosis text={error ?? ""} />
    </span>
  ) : (
    <span class={`font-mono text-xs ${status < 300 ? "" : "text-error"}`}>{statusText(status)}</span>
  );

type Look = readonly [tone: Tone, icon: IconName];

const ATTEMPTS = {
  SUCCEEDED: ["good", "check"],
  FAILED: ["bad", "x"],
  RETRYING: ["waiting", "refresh-cw"],
  PENDING: ["over", "x"],
} as const satisfies Record<string, Look>;

/** @param isRetried the delivery is tried again after this very attempt. */
export function AttemptBadge({ state, isRetried }: { state: "PENDING" | "SUCCEEDED" | "FAILED"; isRetried: boolean }) {
  const shown = state === "PENDING" && isRetried ? "RETRYING" : state;
  const [tone, icon] = ATTEMPTS[shown];
  return <Badge tone={tone} icon={icon} text={useWords(partWords)[`attempt_${shown}`]} />;
}

/** What is still to be delivered is held as long as its endpoint is disabled. */
export const standingOf = ({
  state,
  endpoint_status: endpoint,
}: Pick<DeliveryRow, "state" | "endpoint_status">): DeliveryState =>
  state === "PENDING" && endpoint === "DISABLED" ? "HELD" : state;

const STATUSES = {
  ENABLED: ["good", "circle-check"],
  DISABLED: ["bad", "pause"],
  DELETED: ["over", "pause"],
} as const satisfies Record<string, Look>;

export function StatusBadge({ status }: { status: keyof typeof STATUSES }): JSX.Element {
  const [tone, icon] = STATUSES[status];
  return <Badge tone={tone} icon={icon} text={useWords(partWords)[`status_${status}`]} />;
}

/** What came of an action: a code in the address stands for the sentence `said_<code>` of the words, and for nothing else. */
export function Said({ words, code }: { words: object; code: string | undefined }): JSX.Element | null {
  const text = Object.entries(words).find(([name]) => name === `said_${code ?? ""}`)?.[1];
  return typeof text === "string" ? <Notice tone="good">{text}</Notice> : null;
}

/** A box that is ticked, or one of several that is chosen, with its words. */
export function Tick({
  type = "checkbox",
  name,
  value = "on",
  checked,
  hint,
  children,
}: {
  type?: "checkbox" | "radio";
  name: string;
  value?: string;
  checked: boolean;
  hint?: string;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <label class="flex min-h-10 cursor-pointer items-start gap-2.5 py-1.5 text-sm">
      <input type={type} name={name} value={value} checked={checked} class="mt-0.5 size-4.5 shrink-0 accent-primary" />
      <span class="min-w-0">
        {children}
        {hint === undefined ? null : <span class="muted block text-xs leading-relaxed">{hint}</span>}
      </span>
    </label>
  );
}
