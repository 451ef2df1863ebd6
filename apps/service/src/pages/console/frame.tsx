/** The frame of the console's pages: where one can go on the left, on a phone behind a button; who and where one is. */
import type { ComponentChildren, JSX } from "preact";
import type { Colour } from "../../domain/brand.js";
import type { Permission } from "../../domain/permissions.js";
import { Document, ModeMark, type Waiting } from "../document.js";
import { Given } from "../given.js";
import { Icon, type IconName } from "../icons.js";
import { CONSOLE_PATH, type ConsoleContext, type PersonContext } from "./context.js";

type Entry = {
  /** Below the account's console. */
  readonly path: string;
  readonly label: string;
  readonly icon: IconName;
  readonly permission?: Permission;
};

/** In the order of a day's work. */
const ENTRIES: readonly { readonly title: string | null; readonly entries: readonly Entry[] }[] = [
  {
    title: null,
    entries: [
      { path: "", label: "Overview", icon: "layout-dashboard" },
      { path: "/sessions", label: "Sessions", icon: "receipt-text" },
      { path: "/escrows", label: "Escrows", icon: "shield-check" },
      { path: "/disputes", label: "Disputes", icon: "scale" },
      { path: "/wallet", label: "Wallet", icon: "wallet" },
    ],
  },
  {
    title: "Developers",
    entries: [
      { path: "/start", label: "Get started", icon: "rocket" },
      { path: "/keys", label: "API keys", icon: "key-round" },
      { path: "/webhooks", label: "Webhooks", icon: "webhook" },
      { path: "/events", label: "Events", icon: "activity" },
      { path: "/requests", label: "Request log", icon: "history" },
      { path: "/signature", label: "Signature check", icon: "bug" },
    ],
  },
  {
    title: "Account",
    entries: [
      { path: "/settings", label: "Settings", icon: "settings" },
      { path: "/team", label: "Team", icon: "users" },
    ],
  },
];

export type FrameProps = {
  readonly context: ConsoleContext;
  readonly title: string;
  /** The entry of the menu that the page belongs to: its path, such as "/webhooks". */
  readonly entry: string;
  /** Set for a page that looks for news by itself; see `Document`. */
  readonly waiting?: Waiting | undefined;
  /** Set for a page with something to copy; see `Document`. */
  readonly copies?: boolean;
  /** The colour of what bears the class `brand` on the page. */
  readonly colour?: Colour | null;
  readonly children: ComponentChildren;
};

export function Frame({ context, title, entry, waiting, copies, colour = null, children }: FrameProps): JSX.Element {
  const { site, member } = context;
  return (
    <Document
      site={site}
      title={`${title} – Holdfast`}
      description="The Holdfast console: orders, money and integration of a seller."
      waiting={waiting}
      copies={copies}
      colour={colour}
    >
      <Shell context={context} menu={<Menu context={context} entry={entry} />} whose={<Account context={context} />}>
        <Standing member={member} home={context.home} />
        {children}
      </Shell>
    </Document>
  );
}

/** The sides of the screen, for the console and for the operators' desk alike. */
export function Shell({
  context,
  menu,
  whose,
  children,
}: {
  context: PersonContext;
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

function Menu({ context, entry: current }: { context: ConsoleContext; entry: string }): JSX.Element {
  return (
    <nav aria-label="Console">
      {ENTRIES.map(({ title, entries }) => (
        <>
          {title === null ? null : <p class="muted px-2 pt-4 pb-1 text-xs font-medium">{title}</p>}
          <ul>
            {entries
              .filter(({ permission = "read" }) => context.may(permission))
              .map(({ path, label, icon }) => (
                <li>
                  <MenuLink href={context.home + path} label={label} icon={icon} isCurrent={path === current} />
                </li>
              ))}
          </ul>
        </>
      ))}
    </nav>
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
    class="flex min-h-10 items-center gap-3 rounded-field px-2.5 text-sm font-medium hover:bg-base-200 aria-[current]:bg-primary/10 aria-[current]:text-primary"
  >
    <Icon name={icon} class="size-4.5" />
    {label}
  </a>
);

/** Which account this is, who is signed in, and the ways to another account, to oneself and out. */
function Account({ context }: { context: ConsoleContext }): JSX.Element {
  const { seller, member } = context;
  return (
    <div class="text-sm">
      <p class="font-semibold">
        <Given text={member.tradingName} lines={2} />
      </p>
      <Person context={context} />
      {seller.memberships.length > 1 ? (
        <p class="mt-1">
          <a class="link link-primary inline-flex min-h-8 items-center" href={`${CONSOLE_PATH}?choose=1`}>
            Other accounts
          </a>
        </p>
      ) : null}
    </div>
  );
}

/** Who is signed in: their own settings, the desk for operators, and the way out. */
export function Person({ context: { seller, csrf } }: { context: PersonContext }): JSX.Element {
  return (
    <div class="text-sm">
      <p class="muted [overflow-wrap:anywhere]">{seller.email}</p>
      <div class="mt-2 flex flex-wrap items-center gap-x-4">
        <a class="link link-primary inline-flex min-h-9 items-center" href={`${CONSOLE_PATH}/me`}>
          Your sign-in
        </a>
        {seller.isOperator ? (
          <a class="link link-primary inline-flex min-h-9 items-center" href="/desk">
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

/** What stands above every page of an account that can't do all that it wants to. */
function Standing({
  member: { suspended, verificationStatus },
  home,
}: {
  member: ConsoleContext["member"];
  home: string;
}): JSX.Element | null {
  const text = suspended
    ? "This account is suspended: it can be looked at, and nothing can be changed. Write to support."
    : verificationStatus === "REJECTED"
      ? "The verification of this account was refused. Nothing new can be sold until that is put right."
      : verificationStatus === "UNVERIFIED"
        ? "This account is not verified yet: it can sell, and its money stays in the wallet until it is."
        : null;
  if (text === null) return null;
  return (
    <div class="panel mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 border-warning/40 p-4 text-sm">
      <span class="grid size-8 shrink-0 place-items-center rounded-lg bg-warning/10 text-warning">
        <Icon name="triangle-alert" class="size-4.5" />
      </span>
      <p class="min-w-0 flex-1 basis-64">{text}</p>
      {suspended ? null : (
        <a class="btn btn-sm" href={`${home}/settings/verification`}>
          Verification
        </a>
      )}
    </div>
  );
}
