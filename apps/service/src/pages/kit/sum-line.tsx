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
  <div class={`flex justify-between gap-4 ${isTotal ? "border-t border-base-300 pt-2 font-semibold" : ""}`}>
    <dt class={isTotal ? "" : "muted"}>{label}</dt>
    <dd class="money">{children}</dd>
  </div>
);
