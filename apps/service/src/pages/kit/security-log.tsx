/** The log of security events as a table, and as CSV. */

import type { FastifyReply } from "fastify";
import type { JSX } from "preact";
import type { SecurityEventKind } from "../../domain/security.js";
import type { Page, PageRequest } from "../../store/read/page.js";
import type { SecurityEvent } from "../../store/read/security-events.js";
import type { Locale } from "../../words/locale.js";
import type { Zone } from "../../words/zone.js";
import { browserName } from "./browser-name.js";
import { type Column, columnsIn, csvOf, moment, quoted, sendCsv } from "./csv.js";
import { useLocale } from "./language.js";
import { ShortTime } from "./times.js";
import { Cell, Empty, Table } from "./ui.js";
import { securityWords } from "./words.js";

/** Of events that somebody should look at. */
const ALARMING: ReadonlySet<SecurityEventKind> = new Set([
  "sign_in_failed",
  "code_wrong",
  "buyer_code_wrong",
  "second_factor_blocked",
]);

type Words = ReturnType<typeof securityWords>;

const whoIn = ({ email, subject, kind, userAgent }: SecurityEvent, { commandLine }: Words): string =>
  email ?? (kind === "sign_in_failed" ? subject : userAgent === "command line" ? commandLine : "–");
const aboutIn = ({ subject, email }: SecurityEvent): string => (subject === email ? "" : subject);
const whereIn = ({ network, userAgent }: SecurityEvent, locale: Locale): string =>
  network === "" ? "–" : `${browserName(userAgent, locale)}, ${network}`;

export function SecurityTable({
  events,
  withAccount,
}: {
  events: readonly SecurityEvent[];
  withAccount: boolean;
}): JSX.Element {
  const locale = useLocale();
  const words = securityWords(locale);
  if (events.length === 0) return <Empty icon="shield-check" title={words.none} />;
  return (
    <Table
      label={words.label}
      head={[words.what, words.who, words.where, words.when]}
      columns={["", "max-sm:hidden", "max-sm:hidden", "max-sm:hidden"]}
    >
      {events.map((event) => (
        <tr>
          <Cell class="min-w-44">
            <span class={`block font-medium ${ALARMING.has(event.kind) ? "text-error" : ""}`}>{words[event.kind]}</span>
            {aboutIn(event) === "" ? null : (
              <bdi class="muted block text-xs [overflow-wrap:anywhere]">{aboutIn(event)}</bdi>
            )}
            {withAccount && event.sellerCode !== null ? (
              <span class="muted block text-xs">{event.sellerCode}</span>
            ) : null}
            <span class="mt-1 block text-xs sm:hidden">
              <bdi class="block [overflow-wrap:anywhere]">{whoIn(event, words)}</bdi>
              <span class="muted block">{whereIn(event, locale)}</span>
              <span class="muted block">
                <ShortTime at={event.created} />
              </span>
            </span>
          </Cell>
          <Cell class="min-w-48 max-sm:hidden">
            <bdi class="[overflow-wrap:anywhere]">{whoIn(event, words)}</bdi>
          </Cell>
          <Cell class="min-w-40 max-sm:hidden">{whereIn(event, locale)}</Cell>
          <Cell class="min-w-32 max-sm:hidden">
            <ShortTime at={event.created} />
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

// A file is read by programs: whatever the language of its reader, it says the same.
const COLUMNS: readonly Column<SecurityEvent>[] = [
  ["Event", ({ position }) => position],
  moment("Date", ({ created }) => created),
  ["What", ({ kind }) => quoted(securityWords("en")[kind])],
  ["About", ({ subject }) => quoted(subject)],
  ["Who", ({ email }) => quoted(email ?? "")],
  ["Account", ({ sellerCode }) => quoted(sellerCode ?? "")],
  ["Network", ({ network }) => quoted(network)],
  ["Browser", ({ userAgent }) => quoted(userAgent)],
];

/** @param file its name, and the time zone of its reader. */
export const sendSecurityCsv = (
  reply: FastifyReply,
  { name, zone }: { readonly name: string; readonly zone: Zone | null },
  read: (page: PageRequest) => Promise<Page<SecurityEvent>>,
): FastifyReply => sendCsv(reply, name, csvOf(columnsIn(COLUMNS, zone), read));
