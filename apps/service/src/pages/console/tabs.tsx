import type { JSX } from "preact";

/** Links that filter a list; the one that is on is marked. */
export function Tabs({
  label,
  tabs,
}: {
  label: string;
  tabs: readonly { readonly href: string; readonly text: string; readonly isOn: boolean }[];
}): JSX.Element {
  return (
    <nav aria-label={label} class="-mx-1 flex flex-wrap gap-1">
      {tabs.map(({ href, text, isOn }) => (
        <a
          href={href}
          aria-current={isOn ? "true" : undefined}
          class="inline-flex min-h-10 items-center rounded-field px-3 text-sm font-medium hover:bg-base-200 aria-[current]:bg-primary/10 aria-[current]:text-primary"
        >
          {text}
        </a>
      ))}
    </nav>
  );
}
