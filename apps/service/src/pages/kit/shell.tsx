/** The sides of the screen, for the console and for the operators' desk alike: the menu, and who is signed in. */
import type { ComponentChildren, JSX } from "preact";
import { consoleLocales } from "../../words/locale.js";
import { LanguageSwitch, ModeMark } from "./document.js";
import { Icon, type IconName } from "./icons.js";
import { useWords } from "./language.js";
import { CONSOLE_PATH, DESK_PATH } from "./links.js";
import { Imprint, OperatorMark } from "./operator.js";
import type { PersonContext } from "./person-context.js";
import { ThemeSwitch } from "./theme.js";
import { shellWords } from "./words.js";
import { ZoneSwitch } from "./zone.js";

/** Which side of the house this is: they are told apart at a glance. */
const SIDES = {
  console: {
    home: CONSOLE_PATH,
    bar: "border-base-300 bg-base-100",
    icon: "shield-check",
    name: null,
  },
  desk: {
    home: DESK_PATH,
    bar: "desk-side border-base-300 bg-base-100 text-base-content",
    icon: "gavel",
    name: "Desk",
  },
} as const satisfies Record<string, { home: string; bar: string; icon: IconName; name: string | null }>;

export function Shell({
  context,
  side = "console",
  search = null,
  menu,
  waiting = 0,
  whose,
  above = null,
  children,
}: {
  context: PersonContext;
  side?: keyof typeof SIDES;
  /** Above the menu. */
  search?: JSX.Element | null;
  menu: JSX.Element;
  /** What the folded menu of a phone says that it has to tell. */
  waiting?: number;
  /** Whose pages these are, on the button of the account's menu; null for the person's own. */
  whose: ComponentChildren;
  /** What that menu begins with. */
  above?: JSX.Element | null;
  children: ComponentChildren;
}): JSX.Element {
  const { home, bar, icon, name } = SIDES[side];
  const words = useWords(shellWords);
  return (
    <div class="lg:grid lg:min-h-dvh lg:grid-cols-[15rem_minmax(0,1fr)]">
      <header
        class={`unprinted relative flex items-center border-b lg:sticky lg:top-0 lg:h-dvh lg:flex-col lg:items-stretch lg:overflow-y-auto lg:border-r lg:border-b-0 ${bar}`}
        data-theme={side === "desk" ? "holdfast-dark" : undefined}
      >
        <div class="flex h-14 min-w-0 flex-1 items-center justify-between gap-3 ps-4 pe-2 lg:h-auto lg:flex-none lg:flex-col lg:items-start lg:gap-2 lg:px-5 lg:py-4">
          <a href={home} class="inline-flex max-w-full min-w-0 rounded-lg">
            {name === null ? (
              <OperatorMark theme={context.site.theme} />
            ) : (
              <OperatorMark theme="dark" icon={icon} name={name} />
            )}
          </a>
          <ModeMark site={context.site} live={words.live} isNarrow />
        </div>
        {search}
        <details class="docs-menu side-menu group">
          <summary class="relative flex size-12 cursor-pointer list-none items-center justify-center supports-[selector(::details-content)]:lg:hidden">
            <Icon name="menu" />
            <span class="sr-only">{words.menu}</span>
            {waiting === 0 ? null : (
              <>
                <span class="absolute end-2.5 top-3 size-2.5 rounded-full bg-primary" aria-hidden="true" />
                <span class="sr-only">
                  {" "}
                  {waiting} {words.waiting}
                </span>
              </>
            )}
          </summary>
          <div
            class={`flex grow flex-col px-3 max-lg:pb-3 max-lg:absolute max-lg:inset-x-0 max-lg:top-full max-lg:z-30 max-lg:max-h-[calc(100dvh-4rem)] max-lg:overflow-y-auto max-lg:border-b max-lg:shadow-lg ${bar}`}
          >
            {menu}
            {/* At the lower edge also of a window that is lower than the menu. */}
            <div class="mt-auto bg-inherit pt-3 lg:sticky lg:bottom-0 lg:z-10 lg:pb-3">
              <AccountMenu context={context} side={side} name={whose} above={above} />
              <Imprint locale={context.locale} class="mt-3 px-2" />
            </div>
          </div>
        </details>
      </header>
      <main id="main" class="mx-auto w-full max-w-6xl px-4 py-6 sm:px-6 lg:px-8 lg:py-8">
        {children}
      </main>
    </div>
  );
}

/** More than so many are not told apart. */
const COUNTED_MAX = 99;

/** How many wait behind a link; nothing where nothing does. */
const Count = ({ count, what }: { count: number; what: string }): JSX.Element | null =>
  count === 0 ? null : (
    <span class="badge badge-sm badge-primary font-semibold tabular-nums">
      {count > COUNTED_MAX ? `${COUNTED_MAX}+` : count}
      <span class="sr-only"> {what}</span>
    </span>
  );

export function MenuLink({
  href,
  label,
  icon,
  isCurrent,
  count = 0,
  what,
}: {
  href: string;
  label: string;
  icon: IconName;
  isCurrent: boolean;
  /** How many things wait behind it. */
  count?: number;
  /** What is counted, for people who can't see where the figure stands. */
  what?: string;
}): JSX.Element {
  const { waiting } = useWords(shellWords);
  return (
    <a
      href={href}
      aria-current={isCurrent ? "page" : undefined}
      class="flex min-h-10 items-center gap-3 rounded-field px-2.5 lg:min-h-8 text-sm font-medium hover:bg-base-200 aria-[current]:bg-primary/10 aria-[current]:text-primary"
    >
      <Icon name={icon} class="size-4.5" />
      <span class="min-w-0 flex-1 [overflow-wrap:anywhere]">{label}</span>
      <Count count={count} what={what ?? waiting} />
    </a>
  );
}

/** The button with whose pages these are and who is signed in, at the foot of the menu; what it opens lies above it, on a phone below. */
function AccountMenu({
  context,
  side,
  name,
  above,
}: {
  context: PersonContext;
  side: keyof typeof SIDES;
  name: ComponentChildren;
  above: JSX.Element | null;
}): JSX.Element {
  return (
    <details class="group/account relative border-t border-base-300 pt-2" data-menu>
      <summary
        class="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-field px-2.5 py-1.5 text-sm hover:bg-base-200"
        title={useWords(shellWords).accountMenu}
      >
        <Icon name="user-round" class="size-4.5" />
        <span class="min-w-0 flex-1">
          {name === null ? null : <span class="block font-semibold">{name}</span>}
          <span class="muted block truncate text-xs">{context.seller.email}</span>
        </span>
        <Icon name="chevron-down" class="size-4 lg:rotate-180" />
      </summary>
      <div class="panel mt-1 p-3 lg:absolute lg:inset-x-0 lg:bottom-full lg:z-20 lg:mb-1 lg:shadow-lg">
        {above}
        <Person context={context} side={side} />
      </div>
    </details>
  );
}

/** Who is signed in: their own settings, the other side for operators, how pages look, and the way out. */
export function Person({
  context,
  side = "console",
}: {
  context: PersonContext;
  side?: keyof typeof SIDES;
}): JSX.Element {
  const { seller, csrf, site, url, isAnswer } = context;
  const words = useWords(shellWords);
  // What answered a form can't be asked for again.
  const next = isAnswer ? SIDES[side].home : url;
  return (
    <div class="text-sm">
      <p class="muted [overflow-wrap:anywhere]">{seller.email}</p>
      <div class="mt-1 flex flex-wrap items-center gap-x-3 text-xs">
        <a class="link link-primary inline-flex min-h-9 items-center" href={`${CONSOLE_PATH}/me`}>
          {words.accountSecurity}
        </a>
        {side === "console" && seller.isOperator ? (
          <a class="link link-primary inline-flex min-h-9 items-center" href={DESK_PATH}>
            {words.desk}
          </a>
        ) : null}
        {csrf === "" ? null : (
          <form method="post" action={`${CONSOLE_PATH}/sign-out`}>
            <input type="hidden" name="csrf" value={csrf} />
            <button type="submit" class="link link-primary inline-flex min-h-9 cursor-pointer items-center">
              {words.signOut}
            </button>
          </form>
        )}
      </div>
      {csrf === "" ? null : (
        <>
          <ThemeSwitch theme={site.theme} csrf={csrf} next={next} class="mt-2" />
          <ZoneSwitch csrf={csrf} next={next} class="mt-1 lg:text-xs" />
          {side === "desk" ? null : (
            <LanguageSwitch csrf={csrf} next={next} offered={consoleLocales()} class="mt-2 lg:gap-0 lg:text-xs" />
          )}
        </>
      )}
    </div>
  );
}
