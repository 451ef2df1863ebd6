/** The frame of the console's pages: where one can go on the left, on a phone behind a button; who and where one is. */

import type { ComponentChildren, JSX } from "preact";
import type { Colour } from "../../domain/brand.js";
import type { Permission } from "../../domain/permissions.js";
import type { Badges } from "../../store/read/console/attention.js";
import { Document, type Polling } from "../kit/document.js";
import { Given } from "../kit/given.js";
import { Icon, type IconName } from "../kit/icons.js";
import { useWords } from "../kit/language.js";
import { CONSOLE_PATH } from "../kit/links.js";
import { titled } from "../kit/operator.js";
import { MenuLink, Shell } from "../kit/shell.js";
import type { ConsoleContext } from "./context.js";
import { SearchDialog, SearchLink } from "./search/box.js";
import { Shortcuts } from "./search/shortcuts.js";
import { frameWords, menuWords } from "./words.js";

/** A page of the menu. */
export type Entry = {
  /** Below the account's console. */
  readonly path: string;
  /** What it is called, among the words of the menu. */
  readonly label: keyof ReturnType<typeof menuWords>;
  readonly icon: IconName;
  readonly permission?: Permission;
  /** What of it waits for this member. */
  readonly badge?: keyof Badges;
};

const START = "/start";

/** In the order of a day's work. */
export const ENTRIES: readonly {
  readonly title: "developers" | "account" | null;
  readonly entries: readonly Entry[];
}[] = [
  {
    title: null,
    entries: [
      { path: "", label: "overview", icon: "layout-dashboard" },
      { path: "/notifications", label: "notifications", icon: "bell", badge: "unread" },
      { path: "/escrows", label: "escrows", icon: "shield-check", badge: "escrows" },
      { path: "/sessions", label: "sessions", icon: "receipt-text" },
      { path: "/customers", label: "customers", icon: "users" },
      { path: "/disputes", label: "disputes", icon: "scale", badge: "disputes" },
      { path: "/wallet", label: "wallet", icon: "wallet" },
      { path: "/wallet/payouts", label: "payouts", icon: "banknote", badge: "failedPayouts" },
    ],
  },
  {
    title: "developers",
    entries: [
      { path: START, label: "start", icon: "rocket" },
      { path: "/keys", label: "keys", icon: "key-round" },
      { path: "/webhooks", label: "webhooks", icon: "webhook", badge: "endpoints" },
      { path: "/events", label: "events", icon: "activity" },
      { path: "/requests", label: "requests", icon: "history" },
      { path: "/signature", label: "signature", icon: "bug" },
    ],
  },
  {
    title: "account",
    entries: [
      { path: "/settings", label: "settings", icon: "settings" },
      { path: "/team", label: "team", icon: "user-round" },
      { path: "/security", label: "security", icon: "shield-alert", permission: "manageTeam" },
    ],
  },
];

export type FrameProps = {
  readonly context: ConsoleContext;
  readonly title: string;
  /** The entry of the menu that the page belongs to: its path, such as "/webhooks"; null for none of them. */
  readonly entry: string | null;
  /** Set for a page that looks for news by itself; see `Document`. */
  readonly waiting?: Polling | undefined;
  /** Set for a list that keeps itself at its newest; see `LiveList`. */
  readonly lives?: boolean;
  /** The colour of what bears the class `brand` on the page. */
  readonly colour?: Colour | null;
  readonly children: ComponentChildren;
};

export function Frame({ context, title, entry, waiting, lives, colour = null, children }: FrameProps): JSX.Element {
  const { site, locale, member } = context;
  return (
    <Document
      site={site}
      locale={locale}
      title={titled(title)}
      description={frameWords(locale).description}
      waiting={waiting}
      searches
      lives={lives}
      colour={colour}
    >
      <Shell
        context={context}
        search={<SearchLink context={context} />}
        menu={<Menu context={context} entry={entry} />}
        waiting={all(context.badges())}
        whose={<Given text={member.tradingName} lines={1} />}
        above={<OtherAccounts context={context} />}
      >
        {/* The first hour has one next step, and that is another one. */}
        {entry === START && member.verificationStatus === "UNVERIFIED" && !member.suspended ? null : (
          <Standing member={member} home={context.home} />
        )}
        {children}
      </Shell>
      <SearchDialog context={context} />
      <Shortcuts />
    </Document>
  );
}

const all = (badges: Badges | null): number => Object.values(badges ?? {}).reduce((sum, count) => sum + count, 0);

function Menu({ context, entry: current }: { context: ConsoleContext; entry: string | null }): JSX.Element {
  const words = useWords(frameWords);
  const names = useWords(menuWords);
  const badges = context.badges();
  return (
    <nav aria-label={words.menu}>
      {ENTRIES.map(({ title, entries }) => (
        <>
          {title === null ? null : <p class="muted px-2 pt-4 pb-1 text-xs font-medium">{words[title]}</p>}
          <ul>
            {entries
              .filter(({ permission = "read" }) => context.may(permission))
              .map(({ path, label, icon, badge }) => (
                <li>
                  <MenuLink
                    href={context.home + path}
                    label={names[label]}
                    icon={icon}
                    isCurrent={path === current}
                    {...(badge === undefined ? {} : { count: badges?.[badge] ?? 0, what: words[`waiting_${badge}`] })}
                  />
                </li>
              ))}
          </ul>
        </>
      ))}
    </nav>
  );
}

/** The way to another account, for those who have or may have one. */
const OtherAccounts = ({ context: { seller } }: { context: ConsoleContext }): JSX.Element | null =>
  seller.memberships.length > 1 || seller.mayHaveMore ? (
    <a class="link link-primary mb-1 inline-flex min-h-8 items-center text-xs" href={`${CONSOLE_PATH}?choose=1`}>
      {useWords(frameWords).switchAccount}
    </a>
  ) : null;

/** What stands above every page of an account that can't do all that it wants to. */
function Standing({
  member: { suspended, verificationStatus },
  home,
}: {
  member: ConsoleContext["member"];
  home: string;
}): JSX.Element | null {
  const words = useWords(frameWords);
  const text = suspended
    ? words.suspended
    : verificationStatus === "REJECTED"
      ? words.refused
      : verificationStatus === "UNVERIFIED"
        ? words.unverified
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
          {words.verification}
        </a>
      )}
    </div>
  );
}
