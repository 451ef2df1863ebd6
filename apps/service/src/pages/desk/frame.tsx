/** The frame of the desk's pages: the console's, with the desk's own menu. */
import type { ComponentChildren, JSX } from "preact";
import { Document, type Waiting } from "../kit/document.js";
import type { IconName } from "../kit/icons.js";
import { DESK_PATH } from "../kit/links.js";
import type { PersonContext } from "../kit/person-context.js";
import { MenuLink, Person, Shell } from "../kit/shell.js";

type Entry = { readonly path: string; readonly label: string; readonly icon: IconName };

/** In the order of a day's work. */
const ENTRIES = [
  { path: "", label: "Waiting", icon: "bell" },
  { path: "/verifications", label: "Verification", icon: "badge-check" },
  { path: "/disputes", label: "Disputes", icon: "gavel" },
  { path: "/chargebacks", label: "Chargebacks", icon: "landmark" },
  { path: "/approvals", label: "Approvals", icon: "user-round" },
  { path: "/stuck", label: "Stuck money", icon: "shield-alert" },
  { path: "/books", label: "Books", icon: "wallet" },
  { path: "/accounts", label: "Accounts", icon: "store" },
  { path: "/ledger", label: "Ledger audit", icon: "book-check" },
  { path: "/webhooks", label: "Webhooks", icon: "webhook" },
  { path: "/security", label: "Security log", icon: "shield-check" },
  { path: "/audit", label: "Audit log", icon: "history" },
] as const satisfies readonly Entry[];

type DeskEntry = (typeof ENTRIES)[number]["path"];

export type DeskFrameProps = {
  readonly context: PersonContext;
  readonly title: string;
  /** The entry of the menu that the page belongs to. */
  readonly entry: DeskEntry;
  /** Set for a page that looks for news by itself; see `Document`. */
  readonly waiting?: Waiting | undefined;
  readonly children: ComponentChildren;
};

export const DeskFrame = ({ context, title, entry: current, waiting, children }: DeskFrameProps): JSX.Element => (
  <Document
    site={context.site}
    title={`${title} – Holdfast desk`}
    description="The operators' desk of a Holdfast deployment."
    waiting={waiting}
  >
    <Shell
      context={context}
      menu={
        <nav aria-label="Desk">
          <ul class="pt-1">
            {ENTRIES.map(({ path, label, icon }) => (
              <li>
                <MenuLink href={DESK_PATH + path} label={label} icon={icon} isCurrent={path === current} />
              </li>
            ))}
          </ul>
        </nav>
      }
      whose={
        <>
          <p class="text-sm font-semibold">Operator</p>
          <Person context={context} />
        </>
      }
    >
      {children}
    </Shell>
  </Document>
);
