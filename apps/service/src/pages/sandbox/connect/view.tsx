import type { JSX } from "preact";
import type { ConnectDeed, PlayedAccount } from "../../../providers/sandbox/holder.js";
import { usd } from "../../../words/format.js";
import type { PageContext } from "../../kit/page-context.js";
import { Lines, PlayForm, PlayFrame } from "../frame.js";

const STATUSES: Readonly<Record<PlayedAccount["status"], string>> = {
  OPEN: "Opened; nothing is known of the seller",
  VERIFIED: "Verified; money can be sent there",
  WANTED: "An identity document is wanted",
  REFUSED: "Refused for good",
  RESTRICTED: "Restricted; a bank account is wanted",
};

const DEEDS: readonly (readonly [ConnectDeed, string])[] = [
  ["verify", "Verify"],
  ["want", "Ask for a document"],
  ["refuse", "Refuse"],
  ["restrict", "Restrict"],
  ["pay", "Pay the seller’s bank"],
  ["return", "Return the bank payout"],
];

/** The compliance desk of the company that holds a seller's money, for a person to play. A real one asks for papers here. */
export function ConnectPage({
  context,
  account,
  back,
}: {
  context: PageContext;
  account: PlayedAccount;
  /** The way back to the seller's console; null when there is none. */
  back: string | null;
}): JSX.Element {
  return (
    <PlayFrame
      context={context}
      icon="landmark"
      whom="the desk of the company that holds sellers’ money"
      company="Sandbox Card Bank"
      title="Decide about this seller"
      back={back}
      backTo="the console"
    >
      <Lines
        lines={[
          ["Account", account.theirId],
          ["Status", STATUSES[account.status]],
          ["In the account", usd(account.lies, "en")],
        ]}
      />
      <PlayForm context={context} class="mt-5 grid gap-3 sm:grid-cols-2">
        {DEEDS.map(([deed, label]) => (
          <button
            key={deed}
            type="submit"
            name="deed"
            value={deed}
            class={deed === "verify" ? "btn btn-primary" : "btn btn-outline border-base-300"}
          >
            {label}
          </button>
        ))}
      </PlayForm>
    </PlayFrame>
  );
}
