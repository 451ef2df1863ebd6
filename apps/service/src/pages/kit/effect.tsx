import type { ComponentChildren, JSX } from "preact";
import { Icon, type IconName } from "./icons.js";

/** One thing that an action will do, in the list of a page that asks before it is done. */
export const Effect = ({ icon, children }: { icon: IconName; children: ComponentChildren }): JSX.Element => (
  <li class="flex gap-3">
    <Icon name={icon} class="mt-0.5 size-5 text-house" />
    <span class="min-w-0 [overflow-wrap:anywhere]">{children}</span>
  </li>
);
