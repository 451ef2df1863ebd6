/** Where sellers' money is: in which account at the provider that holds it, and whether its statement agrees with what we sent. */
import type { JSX } from "preact";
import { type Standing, standingOf } from "../../../domain/connected.js";
import { add } from "../../../domain/money.js";
import type { HeldAccount } from "../../../store/read/desk/holder.js";
import { Badge, type Tone } from "../../kit/badge.js";
import type { IconName } from "../../kit/icons.js";
import { Cell, Table } from "../../kit/ui.js";
import { AccountLink, age, digitsOf } from "../parts.js";
import { providerName } from "../words.js";

/** Those in which most lies. */
export const HELD_SHOWN = 100;

const STANDINGS = {
  opened: { tone: "calm", icon: "clock", text: "Opened" },
  wanted: { tone: "waiting", icon: "circle-alert", text: "Details wanted" },
  review: { tone: "calm", icon: "hourglass", text: "Being checked" },
  ready: { tone: "good", icon: "circle-check", text: "Can be paid" },
  stopped: { tone: "bad", icon: "circle-alert", text: "Stopped" },
  closed: { tone: "bad", icon: "ban", text: "Refused for good" },
} as const satisfies Record<Standing, { tone: Tone; icon: IconName; text: string }>;

export const HeldAccounts = ({ held, now }: { held: readonly HeldAccount[]; now: number }): JSX.Element | null =>
  held.length === 0 ? null : (
    <div id="held" class="mb-8 scroll-mt-4">
      <h2 class="mb-3 font-semibold">Sellers’ accounts at providers</h2>
      <p class="muted mb-3 text-sm">
        What we sent there, less what came back, in USD. It is the sellers’ own money; the provider holds it and pays
        their banks.
        {held.length < HELD_SHOWN ? "" : ` The ${HELD_SHOWN} with the most money.`}
      </p>
      <Table
        label="Sellers’ accounts at providers"
        head={["Account", "Provider", "Sent", "By its statement", "There now"]}
        columns={["", "", "text-end", "text-end", "text-end"]}
        stacks
      >
        {held.map((one) => (
          <tr>
            <Cell>
              <AccountLink account={one} />
            </Cell>
            <Cell name="Provider" class="min-w-40">
              <span class="block font-medium">{providerName(one.connected.provider)}</span>
              <Badge {...STANDINGS[standingOf(one.connected)]} />
              <span class="muted mt-1 block text-xs [overflow-wrap:anywhere]">{one.connected.theirId}</span>
            </Cell>
            <Cell name="Sent" class="text-end font-medium whitespace-nowrap tabular-nums">
              {digitsOf(one.sent)}
            </Cell>
            <Cell name="By its statement" class="text-end tabular-nums">
              <Told one={one} now={now} />
            </Cell>
            <Cell name="There now" class="text-end tabular-nums">
              <There one={one} now={now} />
            </Cell>
          </tr>
        ))}
      </Table>
    </div>
  );

/** What is neither told nor still to be told is in the list of differences. */
function Told({ one: { sent, told, untold, untoldSince }, now }: { one: HeldAccount; now: number }): JSX.Element {
  const off = sent - told - untold;
  return (
    <>
      <span class="block font-medium whitespace-nowrap">{digitsOf(told)}</span>
      {untoldSince === null ? null : (
        <span class="muted block text-xs">
          {digitsOf(untold)} not reported for {age(now - untoldSince)}
        </span>
      )}
      {off === 0n ? null : <span class="block text-xs text-error">Off by {digitsOf(off)}: see Differences</span>}
    </>
  );
}

function There({ one: { connected }, now }: { one: HeldAccount; now: number }): JSX.Element {
  const { books } = connected;
  if (books === null) return <>–</>;
  const isBelow = add(books.available, books.pending) < 0n;
  return (
    <>
      <span class={`block font-medium whitespace-nowrap ${isBelow ? "text-error" : ""}`}>
        {digitsOf(books.available)}
      </span>
      {books.pending === 0n ? null : <span class="muted block text-xs">{digitsOf(books.pending)} pending</span>}
      <span class="muted block text-xs">{age(Math.max(0, now - books.at))} ago</span>
    </>
  );
}
