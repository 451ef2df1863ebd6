/** The sides of the screen, for the console and for the operators' desk alike: the menu, and who is signed in. */
import type { ComponentChildren, JSX } from "preact";
import { ModeMark } from "./document.js";
import { Icon, type IconName } from "./icons.js";
import { CONSOLE_PATH, DESK_PATH } from "./links.js";
import type { PersonContext } from "./person-context.js";

export function Shell({
  context,
  search = null,
  menu,
  whose,
  children,
}: {
  context: PersonContext;
  /** Above the menu. */
  search?: JSX.Element | null;
  menu: JSX.Element;
  /** At the foot of the menu. */
  whose: JSX.Element;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <div class="lg:grid lg:min-h-dvh lg:grid-cols-[15rem_minmax(0,1fr)]">
      <header class="unprinted border-b border-base-300 bg-base-100 lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col lg:overflow-y-auto lg:border-r lg:border-b-0">
        <div class="flex h-16 shrink-0 items-center justify-between gap-3 px-4 lg:px-5">
          <a href={CONSOLE_PATH} class="inline-flex items-center gap-2 rounded-lg font-semibold tracking-tight">
            <span class="grid size-8 place-items-center rounded-lg bg-primary text-primary-content">
              <Icon name="shield-check" />
            </span>
            <span class="text-lg">Holdfast</span>
          </a>
          <ModeMark site={context.site} live="Live" isNarrow />
        </div>
        {search}
        <details class="docs-menu group lg:flex lg:grow lg:flex-col">
          <summary class="flex min-h-12 cursor-pointer list-none items-center gap-2 border-t border-base-300 px-4 font-medium lg:hidden">
            <Icon name="menu" />
            Menu
            <Icon name="chevron-down" class="ms-auto size-4 group-open:rotate-180" />
          </summary>
          <div class="px-3 pb-4 lg:flex lg:grow lg:flex-col">
            {menu}
            <div class="mt-4 border-t border-base-300 px-2 pt-4 lg:mt-auto">{whose}</div>
          </div>
        </details>
      </header>
      <main id="main" class="mx-auto w-full max-w-6xl px-4 py-6 sm:px-6 lg:px-8 lg:py-8">
        {children}
      </main>
    </div>
  );
}

export const MenuLink = ({
  href,
  label,
  icon,
  isCurrent,
}: {
  href: string;
  label: string;
  icon: IconName;
  isCurrent: boolean;
}): JSX.Element => (
  <a
    href={href}
    aria-current={isCurrent ? "page" : undefined}
    class="flex min-h-10 items-center gap-3 rounded-field px-2.5 lg:min-h-9 text-sm font-medium hover:bg-base-200 aria-[current]:bg-primary/10 aria-[current]:text-primary"
  >
    <Icon name={icon} class="size-4.5" />
    {label}
  </a>
);

/** Who is signed in: their own settings, the desk for operators, and the way out. */
export function Person({ context: { seller, csrf } }: { context: PersonContext }): JSX.Element {
  return (
    <div class="text-sm">
      <p class="muted [overflow-wrap:anywhere]">{seller.email}</p>
      <div class="mt-2 flex flex-wrap items-center gap-x-4">
        <a class="link link-primary inline-flex min-h-9 items-center" href={`${CONSOLE_PATH}/me`}>
          Account security
        </a>
        {seller.isOperator ? (
          <a class="link link-primary inline-flex min-h-9 items-center" href={DESK_PATH}>
            Desk
          </a>
        ) : null}
        <form method="post" action={`${CONSOLE_PATH}/sign-out`}>
          <input type="hidden" name="csrf" value={csrf} />
          <button type="submit" class="link link-primary inline-flex min-h-9 cursor-pointer items-center">
            Sign out
          </button>
        </form>
      </div>
    </div>
  );
}
