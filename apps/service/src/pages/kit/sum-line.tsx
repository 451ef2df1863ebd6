import type { ComponentChildren, JSX } from "preact";

/** An amount with its name, in a sum, within a `dl`. */
export const SumLine = ({
  label,
  isTotal = false,
  children,
}: {
  label: string;
  isTotal?: boolean;
  children: ComponentChildren;
}): JSX.Element => (
  <div class={`flex flex-wrap justify-between gap-x-4 ${isTotal ? "border-t border-base-300 pt-2 font-semibold" : ""}`}>
    <dt class={`min-w-0 flex-1 basis-32 ${isTotal ? "" : "muted"}`.trim()}>{label}</dt>
    <dd class="money max-w-full shrink-0">{children}</dd>
  </div>
);
