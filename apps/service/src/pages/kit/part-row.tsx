/** A part of an order of many, as one line that opens. */
import type { ComponentChildren, JSX } from "preact";
import { Icon } from "./icons.js";

export function PartRow({
  place,
  title,
  standing,
  amount,
  isOpen = false,
  id,
  children,
}: {
  /** From 1. */
  place: number;
  /** In one line: its name, clipped. */
  title: ComponentChildren;
  standing: ComponentChildren;
  amount: string;
  isOpen?: boolean;
  /** Of what opens, so that a link to it opens it. */
  id?: string;
  /** What opens. */
  children: ComponentChildren;
}): JSX.Element {
  return (
    <details class="group/part" open={isOpen}>
      <summary class="flex min-h-10 cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-1.5 text-sm hover:bg-base-200 sm:flex-nowrap sm:px-5 [&::-webkit-details-marker]:hidden">
        <span class="muted w-5 shrink-0 tabular-nums" aria-hidden="true">
          {place}
        </span>
        <h3 class="min-w-0 flex-1 basis-40 font-medium">{title}</h3>
        <span class="shrink-0 max-sm:order-last max-sm:ms-8 max-sm:basis-full">{standing}</span>
        <span class="money shrink-0 font-medium">{amount}</span>
        <Icon name="chevron-down" class="size-4 text-primary group-open/part:rotate-180" />
      </summary>
      <div id={id} class="scroll-mt-16 px-4 pt-1 pb-4 sm:ps-13 sm:pe-5">
        {children}
      </div>
    </details>
  );
}
