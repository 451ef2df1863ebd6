/** The frame of the desk's pages: the console's, with the desk's own menu. */
import type { ComponentChildren, JSX } from "preact";
import type { Colour } from "../../domain/brand.js";
import type { DeskBadges } from "../../store/read/desk/badges.js";
import { Document, type Polling } from "../kit/document.js";
import { Icon, type IconName } from "../kit/icons.js";
import { CONSOLE_PATH, DESK_PATH } from "../kit/links.js";
import { operatorName, titled } from "../kit/operator.js";
import { MenuLink, Shell } from "../kit/shell.js";
import { ShortcutsDialog } from "../kit/shortcuts.js";
import { Notice } from "../kit/ui.js";
import type { DeskCells, DeskContext } from "./access.js";
import { inCell } from "./cells.js";
import { SearchBox } from "./search/box.js";

type Entry = {
  readonly path: string;
  readonly label: string;
  readonly icon: IconName;
  /** What of it waits. */
  readonly badge?: keyof DeskBadges;
  /** Whether there is nothing behind it without rails of the operator's own. */
  readonly isOfRails?: true;
};

/** In the order of a day's work. */
const ENTRIES = [
  { path: "", label: "Needs review", icon: "bell" },
  { path: "/verifications", label: "Verification", icon: "badge-check", badge: "verifications" },
  { path: "/disputes", label: "Disputes", icon: "gavel", badge: "disputes" },
  { path: "/questions", label: "Questions", icon: "message-square", badge: "questions" },
  { path: "/chargebacks", label: "Chargebacks", icon: "landmark", badge: "chargebacks" },
  { path: "/approvals", label: "Approvals", icon: "user-round", badge: "approvals" },
  { path: "/receipts", label: "Receipts", icon: "wallet", badge: "receipts", isOfRails: true },
  { path: "/statements", label: "Statements", icon: "file-text", badge: "statements", isOfRails: true },
  { path: "/batches", label: "Batches", icon: "send", badge: "batches", isOfRails: true },
  { path: "/stuck", label: "Stuck money", icon: "shield-alert", badge: "stuck" },
  { path: "/books", label: "Books", icon: "wallet", badge: "differences" },
  { path: "/rates", label: "Exchange rates", icon: "hand-coins", badge: "rates" },
  { path: "/accounts", label: "Accounts", icon: "store" },
  { path: "/ledger", label: "Ledger audit", icon: "book-check" },
  { path: "/webhooks", label: "Webhooks", icon: "webhook" },
  { path: "/security", label: "Security log", icon: "shield-check" },
  { path: "/audit", label: "Audit log", icon: "history" },
  { path: "/identity", label: "Identity", icon: "badge-check" },
] as const satisfies readonly Entry[];

type DeskEntry = (typeof ENTRIES)[number]["path"];

export type DeskFrameProps = {
  readonly context: DeskContext;
  readonly title: string;
  /** The entry of the menu that the page belongs to; null for none of them. */
  readonly entry: DeskEntry | null;
  /** Set for a page that looks for news by itself; see `Document`. */
  readonly waiting?: Polling | undefined;
  /** Of what bears the class `brand`, as on a preview. */
  readonly colour?: Colour | null;
  readonly children: ComponentChildren;
};

/** Which cells there are, each leading to this page there; of those that are away nothing is shown. */
const Cells = ({ cells, path }: { cells: DeskCells; path: string }): JSX.Element => (
  <>
    <nav class="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm" aria-label="Cells">
      <span class="muted">Cell</span>
      <strong aria-current="true">{cells.here}</strong>
      {cells.others.map((cell) =>
        cells.away.includes(cell) ? (
          <span class="muted">{cell} (away)</span>
        ) : (
          <a class="link link-primary" href={inCell(path, cell)}>
            {cell}
          </a>
        ),
      )}
    </nav>
    {cells.away.length === 0 ? null : (
      <Notice tone="bad">
        {cells.away.length === 1 ? `Cell ${cells.away[0]} is away` : `Cells ${cells.away.join(", ")} are away`}: nothing
        of {cells.away.length === 1 ? "it" : "them"} is shown here.
      </Notice>
    )}
  </>
);

export const DeskFrame = ({
  context,
  title,
  entry: current,
  waiting,
  colour = null,
  children,
}: DeskFrameProps): JSX.Element => (
  <Document
    site={context.site}
    title={`${titled(title)} desk`}
    description={`The operators’ desk of ${operatorName()}.`}
    waiting={waiting}
    colour={colour}
    searches
  >
    <Shell
      context={context}
      side="desk"
      search={<SearchBox />}
      waiting={Object.values(context.badges ?? {}).reduce((sum, count) => sum + count, 0)}
      menu={
        <nav aria-label="Desk">
          <ul class="pt-1">
            {ENTRIES.filter((entry) => context.site.hasRails || !("isOfRails" in entry)).map(
              ({ path, label, icon, ...entry }) => (
                <li>
                  <MenuLink
                    href={DESK_PATH + path}
                    label={label}
                    icon={icon}
                    isCurrent={path === current}
                    count={"badge" in entry ? (context.badges?.[entry.badge] ?? 0) : 0}
                  />
                </li>
              ),
            )}
          </ul>
        </nav>
      }
      whose="Operator"
      above={
        <a class="btn btn-sm mb-2 w-full justify-start" href={CONSOLE_PATH}>
          <Icon name="arrow-left" class="size-4" />
          Back to the console
        </a>
      }
    >
      {context.cells === null ? null : <Cells cells={context.cells} path={DESK_PATH + (current ?? "")} />}
      {children}
    </Shell>
    <ShortcutsDialog
      title="Keyboard shortcuts"
      close="Close"
      shortcuts={[
        { keys: ["/", "Ctrl K"], text: "Search everything" },
        { keys: ["?"], text: "Show these shortcuts" },
      ]}
    />
  </Document>
);
