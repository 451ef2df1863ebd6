import type { ComponentChildren, JSX } from "preact";
import { Icon, type IconName } from "../kit/icons.js";

/** One thing that happens when a dispute is settled, in a list of them. */
export const Effect = ({ icon, children }: { icon: IconName; children: ComponentChildren }): JSX.Element => (
  <li class="flex gap-3">
    <Icon name={icon} class="mt-0.5 size-5 text-primary" />
    <span class="min-w-0 [overflow-wrap:anywhere]">{children}</span>
  </li>
);
