/** The log of security events as a table, and as CSV. */
import type { FastifyReply } from "fastify";
import type { JSX } from "preact";
import type { SecurityEventKind } from "../../domain/security.js";
import type { Page, PageRequest } from "../../store/read/page.js";
import type { SecurityEvent } from "../../store/read/security-events.js";
import { isoInstant } from "../../words/format.js";
import { browserName } from "./browser-name.js";
import { type Column, csvOf, quoted, sendCsv } from "./csv.js";
import { Cell, Empty, Table, Time } from "./ui.js";

const LABELS = {
  signed_in: "Signed in",
  signed_in_new_browser: "Signed in from a new browser",
  sign_in_failed: "Wrong password",
  code_wrong: "Wrong code",
  buyer_code_wrong: "Wrong code of a buyer",
  signed_out_everywhere: "Signed out everywhere",
  proved: "Confirmed their identity",
  code_sent: "Requested a code by email",
  password_changed: "Password changed",
  second_factor_on: "Authenticator app set up",
  second_factor_off: "Authenticator app turned off",
  passkey_added: "Passkey added",
  passkey_removed: "Passkey removed",
  recovery_code_used: "Recovery code used",
  recovery_codes_new: "New recovery codes created",
  second_factor_blocked: "Second factor blocked after 50 wrong codes",
  key_created: "API key created",
  key_revoked: "API key revoked",
  destination_added: "Payout account added",
  destination_removed: "Payout account removed",
  endpoint_added: "Webhook endpoint added",
  secret_shown: "Signing secret shown",
  secret_rotated: "Signing secret replaced",
  member_invited: "Invited to the team",
  invitation_revoked: "Invitation revoked",
  member_joined: "Joined the team",
  role_changed: "Role changed",
  member_removed: "Left the team",
  operator_granted: "Made an operator",
  operator_revoked: "No longer an operator",
} as const satisfies Record<SecurityEventKind, string>;

/** Of events that somebody should look at. */
const ALARMING: ReadonlySet<SecurityEventKind> = new Set([
  "sign_in_failed",
  "code_wrong",
  "buyer_code_wrong",
  "second_factor_blocked",
]);

const whoIn = ({ email, subject, kind, userAgent }: SecurityEvent): string =>
  email ?? (kind === "sign_in_failed" ? subject : userAgent === "command line" ? "command line" : "–");
const aboutIn = ({ subject, email }: SecurityEvent): string => (subject === email ? "" : subject);
const whereIn = ({ network, userAgent }: SecurityEvent): string =>
  network === "" ? "" : `${browserName(userAgent)}, ${network}`;

export function SecurityTable({
  events,
  withAccount,
}: {
  events: readonly SecurityEvent[];
  withAccount: boolean;
}): JSX.Element {
  if (events.length === 0) return <Empty icon="shield-check" title="No events yet" />;
  return (
    <Table label="Security events" head={["What", "Who", "Where", "When"]}>
      {events.map((event) => (
        <tr>
          <Cell class="min-w-44">
            <span class={`block font-medium ${ALARMING.has(event.kind) ? "text-error" : ""}`}>
              {LABELS[event.kind]}
            </span>
            {aboutIn(event) === "" ? null : (
              <bdi class="muted block text-xs [overflow-wrap:anywhere]">{aboutIn(event)}</bdi>
            )}
            {withAccount && event.sellerCode !== null ? (
              <span class="muted block text-xs">{event.sellerCode}</span>
            ) : null}
          </Cell>
          <Cell class="min-w-40">
            <bdi class="[overflow-wrap:anywhere]">{whoIn(event)}</bdi>
          </Cell>
          <Cell class="min-w-40">{whereIn(event) === "" ? "–" : whereIn(event)}</Cell>
          <Cell class="min-w-32">
            <Time at={event.created} />
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

const COLUMNS: readonly Column<SecurityEvent>[] = [
  ["Event", ({ position }) => position],
  ["Date (UTC)", ({ created }) => isoInstant(created)],
  ["What", ({ kind }) => quoted(LABELS[kind])],
  ["About", ({ subject }) => quoted(subject)],
  ["Who", ({ email }) => quoted(email ?? "")],
  ["Account", ({ sellerCode }) => quoted(sellerCode ?? "")],
  ["Network", ({ network }) => quoted(network)],
  ["Browser", ({ userAgent }) => quoted(userAgent)],
];

/** @param name of the file. */
export const sendSecurityCsv = (
  reply: FastifyReply,
  name: string,
  read: (page: PageRequest) => Promise<Page<SecurityEvent>>,
): FastifyReply => sendCsv(reply, name, csvOf(COLUMNS, read));
