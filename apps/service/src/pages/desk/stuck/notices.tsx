/** What providers told us that nobody could book, and providers that fail. */
import type { JSX } from "preact";
import { REASON_MAX } from "../../../domain/operators.js";
import type { FailingProvider, PendingNotice } from "../../../store/read/desk/providers.js";
import { Given } from "../../kit/given.js";
import { maxLengthFor } from "../../kit/max-length.js";
import { Cell, Confirm, Table } from "../../kit/ui.js";
import type { InCell } from "../cells.js";
import { STUCK_PATH } from "../links.js";
import { age, OpenThere, Unseen } from "../parts.js";
import { providerName } from "../words.js";

/** What they name is put right at the provider; a person then closes them, and says why. They go after ninety days. */
export const Notices = ({
  notices,
  now,
  csrf,
}: {
  notices: readonly InCell<PendingNotice>[];
  now: number;
  csrf: string;
}): JSX.Element => (
  <div id="notices" class="mb-8 scroll-mt-4">
    <h2 class="mb-3 font-semibold">Unbooked provider notices</h2>
    {notices.length === 0 ? (
      <p class="panel muted p-4 text-sm">All notices were booked.</p>
    ) : (
      <>
        <p class="muted mb-3 text-sm">
          These notices weren't booked. Look each one up at its provider, fix it there, then close it here. We delete
          them after 90 days.
        </p>
        <Table
          label="Unbooked provider notices"
          head={["Provider", "Problem", "Notice", "Waiting for", <Unseen text="Action" />]}
          stacks
        >
          {notices.map((notice) => (
            <tr>
              <Cell>
                <span class="block font-medium">{providerName(notice.provider)}</span>
                <span class="muted block text-xs [overflow-wrap:anywhere]">{notice.noticeId}</span>
              </Cell>
              <Cell name="Problem" class="min-w-48">
                {notice.status === "UNNAMED" ? UNNAMED : notice.error}
              </Cell>
              <Cell name="Notice" class="min-w-56 text-xs">
                <Given text={notice.reports} lines={5} />
              </Cell>
              <Cell name="Waiting for" class="whitespace-nowrap">
                {age(now - notice.received)}
              </Cell>
              <Cell>
                {notice.cell === undefined ? (
                  <Close notice={notice} csrf={csrf} />
                ) : (
                  <OpenThere path={STUCK_PATH} cell={notice.cell} />
                )}
              </Cell>
            </tr>
          ))}
        </Table>
      </>
    )}
  </div>
);

const Close = ({ notice, csrf }: { notice: PendingNotice; csrf: string }): JSX.Element => (
  <Confirm label="Close" question="Closing books nothing. Say what you found, and what you did about it.">
    <form method="post" action={`${STUCK_PATH}/notices`} class="min-w-48">
      <input type="hidden" name="csrf" value={csrf} />
      <input type="hidden" name="notice" value={notice.id} />
      <label class="mb-3 block">
        <span class="font-medium">Reason</span>
        <textarea class="field mt-1" name="reason" rows={3} required maxLength={maxLengthFor(REASON_MAX)} />
      </label>
      <button type="submit" class="btn btn-sm">
        Close this notice
      </button>
    </form>
  </Confirm>
);

const UNNAMED = "Unknown reference.";

export const Failing = ({
  providers,
  now,
}: {
  providers: readonly InCell<FailingProvider>[];
  now: number;
}): JSX.Element => (
  <div id="providers" class="mb-8 scroll-mt-4">
    <h2 class="mb-3 font-semibold">Failing providers</h2>
    {providers.length === 0 ? (
      <p class="panel muted p-4 text-sm">All providers respond.</p>
    ) : (
      <Table label="Failing providers" head={["Provider", "State", "Why", "Since"]} stacks>
        {providers.map((one) => (
          <tr>
            <Cell class="font-medium">
              {providerName(one.provider)}
              {one.cell === undefined ? null : ` · cell ${one.cell}`}
            </Cell>
            <Cell name="State" class="min-w-40">
              {stateOf(one)}
            </Cell>
            <Cell name="Why" class="min-w-56 text-error">
              <Given text={one.reason} lines={3} />
            </Cell>
            <Cell name="Since" class="whitespace-nowrap">
              {age(now - one.since)}
            </Cell>
          </tr>
        ))}
      </Table>
    )}
  </div>
);

function stateOf({ isHeld, isKeyRefused, failures }: FailingProvider): string {
  if (isKeyRefused) return "It refuses our key. Its methods aren't offered.";
  if (isHeld) return "Paused, with occasional retries. Its methods aren't offered.";
  return failures === 1 ? "One failure." : `${failures} failures in a row.`;
}
