/** A standing in words: the colour and the drawing only repeat what the words say. */
import type { JSX } from "preact";
import { Icon, type IconName } from "./icons.js";

export type Tone = "waiting" | "calm" | "good" | "bad" | "over";

const BADGES = {
  waiting: "badge-warning",
  calm: "badge-info",
  good: "badge-success",
  bad: "badge-error",
  over: "badge-neutral",
} as const satisfies Record<Tone, string>;

export function Badge({ tone, icon, text }: { tone: Tone; icon: IconName; text: string }): JSX.Element {
  const quiet = tone === "over" ? "bg-base-200 border-base-300 text-base-content" : `badge-soft ${BADGES[tone]}`;
  return (
    <span class={`badge ${quiet} h-auto min-h-6 max-w-full gap-1.5 py-0.5 text-start font-medium`}>
      <Icon name={icon} class="size-3.5" />
      {text}
    </span>
  );
}
