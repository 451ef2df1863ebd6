/** What every page of the settings has: its tabs, and what came of what was just done. */
import type { ComponentChildren, JSX } from "preact";
import type { Colour } from "../../../domain/brand.js";
import type { Permission } from "../../../domain/permissions.js";
import { Notice, PageHead } from "../../kit/ui.js";
import type { ConsoleContext } from "../context.js";
import { Frame } from "../frame.js";
import { SAID, type Said } from "./words.js";

const SETTINGS = "/settings";

/** By the last part of the address. */
const TABS = [
  { path: "", label: "Profile", permission: "configure" },
  { path: "/verification", label: "Verification", permission: "configure" },
  { path: "/terms", label: "Terms", permission: "configure" },
  { path: "/brand", label: "Brand", permission: "configure" },
  { path: "/notifications", label: "Emails", permission: "read" },
] as const satisfies readonly { path: string; label: string; permission: Permission }[];
export type Tab = (typeof TABS)[number]["path"];

const isSaid = (code: string | undefined): code is Said => code !== undefined && Object.hasOwn(SAID, code);

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
  const { label } = TABS.find(({ path }) => path === tab) as (typeof TABS)[number];
  return (
    <Frame context={context} title={`${label} – Settings`} entry={SETTINGS} colour={colour}>
      <PageHead title="Settings" lead={lead} />
      <nav aria-label="Settings" class="mb-6 border-b border-base-300">
        <ul class="-mb-px flex flex-wrap gap-x-1">
          {TABS.filter(({ permission }) => context.may(permission)).map(({ path, label }) => (
            <li>
              <a
                href={settingsPath(context, path)}
                aria-current={path === tab ? "page" : undefined}
                class="inline-flex min-h-11 items-center border-b-2 border-transparent px-2 text-sm font-medium hover:border-base-300 sm:px-3 aria-[current]:border-primary aria-[current]:text-primary"
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {problem === null ? null : <Notice tone="bad">{problem}</Notice>}
      {problem === null && isSaid(said) ? <Notice tone="good">{SAID[said]}</Notice> : null}
      {children}
    </Frame>
  );
}
