/** What every page of the settings has: its tabs, and what came of what was just done. */
import type { ComponentChildren, JSX } from "preact";
import type { Colour } from "../../../domain/brand.js";
import type { Permission } from "../../../domain/permissions.js";
import type { Locale } from "../../../words/locale.js";
import { Notice, PageHead } from "../../kit/ui.js";
import type { ConsoleContext } from "../context.js";
import { Frame } from "../frame.js";
import { type Said, saidWords, settingsWords } from "./words.js";

const SETTINGS = "/settings";

/** By the last part of the address. */
const TABS = [
  { path: "", tab: "profile", permission: "configure" },
  { path: "/verification", tab: "verification", permission: "configure" },
  { path: "/terms", tab: "terms", permission: "configure" },
  { path: "/brand", tab: "brand", permission: "configure" },
  { path: "/embed", tab: "embed", permission: "configure" },
  { path: "/domain", tab: "domain", permission: "configure" },
  { path: "/notifications", tab: "notifications", permission: "read" },
] as const satisfies readonly { path: string; tab: string; permission: Permission }[];
export type Tab = (typeof TABS)[number]["path"];

/** What came of the last action; null for a code that is not ours. */
function saidIn(code: string | undefined, locale: Locale): string | null {
  const said = saidWords(locale);
  return code !== undefined && Object.hasOwn(said, code) ? said[code as Said] : null;
}

export const settingsPath = ({ home }: ConsoleContext, tab: Tab, said?: Said): string =>
  `${home}${SETTINGS}${tab}${said === undefined ? "" : `?said=${said}`}`;

type Props = {
  readonly context: ConsoleContext;
  readonly tab: Tab;
  readonly lead: ComponentChildren;
  /** Of the query: any text. */
  readonly said?: string | undefined;
  /** What is wrong with what was sent, as a whole. */
  readonly problem?: string | null;
  readonly colour?: Colour | null;
  readonly children: ComponentChildren;
};

export function SettingsFrame({
  context,
  tab,
  lead,
  said,
  problem = null,
  colour = null,
  children,
}: Props): JSX.Element {
  const words = settingsWords(context.locale);
  const { tab: name } = TABS.find(({ path }) => path === tab) as (typeof TABS)[number];
  const news = problem === null ? saidIn(said, context.locale) : null;
  return (
    <Frame context={context} title={`${words[`tab_${name}`]} – ${words.title}`} entry={SETTINGS} colour={colour}>
      <PageHead title={words.title} lead={lead} />
      <nav aria-label={words.title} class="mb-6 border-b border-base-300">
        <ul class="-mb-px flex flex-wrap gap-x-1">
          {TABS.filter(({ permission }) => context.may(permission)).map(({ path, tab: name }) => (
            <li>
              <a
                href={settingsPath(context, path)}
                aria-current={path === tab ? "page" : undefined}
                class="inline-flex min-h-11 items-center border-b-2 border-transparent px-2 text-sm font-medium hover:border-base-300 sm:px-3 aria-[current]:border-primary aria-[current]:text-primary"
              >
                {words[`tab_${name}`]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {problem === null ? null : <Notice tone="bad">{problem}</Notice>}
      {news === null ? null : <Notice tone="good">{news}</Notice>}
      {children}
    </Frame>
  );
}
