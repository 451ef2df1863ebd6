import type { JSX } from "preact";

/** A filter of one value among many, or all of them. Its id is its name. */
export const FilterSelect = ({
  name,
  all,
  chosen,
  options,
  class: classes,
}: {
  name: string;
  /** What the first option says, which filters nothing. */
  all: string;
  chosen: string | null | undefined;
  options: readonly (readonly [value: string, text: string])[];
  class: string;
}): JSX.Element => (
  <select id={name} name={name} class={classes}>
    <option value="">{all}</option>
    {options.map(([value, text]) => (
      <option value={value} selected={value === chosen}>
        {text}
      </option>
    ))}
  </select>
);
