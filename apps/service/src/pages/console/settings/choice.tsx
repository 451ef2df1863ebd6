import type { JSX } from "preact";

/** One of several, of which one is chosen. */
export const Choice = ({
  name,
  value,
  label,
  isChosen,
}: {
  name: string;
  value: string;
  label: string;
  isChosen: boolean;
}): JSX.Element => (
  <label class="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
    <input type="radio" name={name} value={value} checked={isChosen} class="size-5 shrink-0 accent-primary" />
    {label}
  </label>
);
