import type { JSX } from "preact";

type Options = readonly (readonly [value: string, text: string])[];

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
  /** Some, or groups of them. */
  options: Options | readonly { readonly label: string; readonly options: Options }[];
  class: string;
}): JSX.Element => (
  <select id={name} name={name} class={classes}>
    <option value="">{all}</option>
    {options.map((one) =>
      "label" in one ? (
        <optgroup label={one.label}>
          {one.options.map((option) => (
            <Option option={option} chosen={chosen} />
          ))}
        </optgroup>
      ) : (
        <Option option={one} chosen={chosen} />
      ),
    )}
  </select>
);

const Option = ({
  option: [value, text],
  chosen,
}: {
  option: Options[number];
  chosen: string | null | undefined;
}): JSX.Element => (
  <option value={value} selected={value === chosen}>
    {text}
  </option>
);
