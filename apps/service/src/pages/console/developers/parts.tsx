/** Pieces of the developers' pages: moments to the second, answers of HTTP, and what came of what was just done. */
import { STATUS_CODES } from "node:http";
import type { ComponentChildren, JSX } from "preact";
import { isoInstant, stamp } from "../../../words/format.js";
import { Badge } from "../../kit/badge.js";
import type { IconName } from "../../kit/icons.js";
import { Notice } from "../../kit/ui.js";

/** To the second, of UTC as every moment of the console. */
export const Stamp = ({ at }: { at: number | string }): JSX.Element => (
  <time dateTime={isoInstant(Number(at))} class="whitespace-nowrap tabular-nums">
    {stamp(Number(at), "en")}
  </time>
);

/** "142 ms", "10.0 s". */
export const span = (ms: number): string => (ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`);

/** "in 4 min"; "now" for what is due. */
export function inTime(ms: number): string {
  if (ms < 1_000) return "now";
  if (ms < 60_000) return `in ${Math.ceil(ms / 1_000)} s`;
  if (ms < 5_400_000) return `in ${Math.round(ms / 60_000)} min`;
  return `in ${Math.round(ms / 3_600_000)} h`;
}

/** A count that was not taken any further. */
export const counted = (count: number | string, max: number): string =>
  Number(count) >= max ? `${max.toLocaleString("en-US")}+` : Number(count).toLocaleString("en-US");

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** An id or another text that programs read. */
export const Mono = ({ children }: { children: ComponentChildren }): JSX.Element => (
  <span class="font-mono text-xs [overflow-wrap:anywhere]">{children}</span>
);

/** "503 Service Unavailable" */
export const statusText = (status: number): string => `${status} ${STATUS_CODES[status] ?? ""}`.trimEnd();

/** What an attempt was answered, or why it was not. */
export const Answer = ({ status, error }: { status: number | null; error: string | null }): JSX.Element =>
  status === null ? (
    <span class="text-error">{error}</span>
  ) : (
    <span class={`font-mono text-xs ${status < 300 ? "" : "text-error"}`}>{statusText(status)}</span>
  );

type Shown = readonly [tone: "good" | "bad" | "waiting" | "calm" | "over", icon: IconName, text: string];

const ATTEMPTS = {
  SUCCEEDED: ["good", "check", "Delivered"],
  FAILED: ["bad", "x", "Failed"],
  RETRYING: ["waiting", "refresh-cw", "Retrying"],
  PENDING: ["over", "x", "Not delivered"],
} as const satisfies Record<string, Shown>;

/** @param isRetried the delivery is tried again after this very attempt. */
export function AttemptBadge({ state, isRetried }: { state: "PENDING" | "SUCCEEDED" | "FAILED"; isRetried: boolean }) {
  const [tone, icon, text] = ATTEMPTS[state === "PENDING" && isRetried ? "RETRYING" : state];
  return <Badge tone={tone} icon={icon} text={text} />;
}

const DELIVERIES = {
  SUCCEEDED: ATTEMPTS.SUCCEEDED,
  FAILED: ATTEMPTS.FAILED,
  PENDING: ["calm", "clock", "Waiting"],
  SKIPPED: ["over", "ban", "Skipped"],
} as const satisfies Record<string, Shown>;

export function DeliveryBadge({ state }: { state: keyof typeof DELIVERIES }): JSX.Element {
  const [tone, icon, text] = DELIVERIES[state];
  return <Badge tone={tone} icon={icon} text={text} />;
}

export const StatusBadge = ({ status }: { status: "ENABLED" | "DISABLED" | "DELETED" }): JSX.Element =>
  status === "ENABLED" ? (
    <Badge tone="good" icon="circle-check" text="Enabled" />
  ) : (
    <Badge
      tone={status === "DISABLED" ? "bad" : "over"}
      icon="pause"
      text={status === "DISABLED" ? "Disabled" : "Deleted"}
    />
  );

/** What came of an action: a code in the address stands for a sentence of the table, and for nothing else. */
export function Said<Table extends Readonly<Record<string, string>>>({
  table,
  code,
}: {
  table: Table;
  code: string | undefined;
}): JSX.Element | null {
  const text = code !== undefined && Object.hasOwn(table, code) ? table[code] : undefined;
  return text === undefined ? null : <Notice tone="good">{text}</Notice>;
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
