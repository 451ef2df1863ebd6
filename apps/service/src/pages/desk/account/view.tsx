/** One account: its figures and people, and what operators may change about it. */

import type { JSX } from "preact";
import type { DeskAccount, DeskMember } from "../../../store/read/desk/accounts.js";
import { grouped, usd } from "../../../words/format.js";
import { Breaking } from "../../kit/breaking.js";
import { Given } from "../../kit/given.js";
import { DESK_PATH } from "../../kit/links.js";
import { ShortTime, Time } from "../../kit/times.js";
import { Cell, Facts, PageHead, Section, Stat, Stats, Table } from "../../kit/ui.js";
import type { DeskContext } from "../access.js";
import { EndpointTable } from "../endpoints.js";
import { DeskFrame } from "../frame.js";
import { ACCOUNTS_PATH, accountPath, DISPUTES_PATH, verificationPath } from "../links.js";
import { AccountBadges, NO_REASON, Said, type TypedReason } from "../parts.js";
import { DomainForms } from "./domain.js";
import { feesTyped, limitsTyped, type TypedTerms } from "./fields.js";
import { FeesForm, LimitsForm, StandingForm } from "./forms.js";
import type { FoundAccount } from "./load.js";
import { ROLE_NAMES } from "./words.js";

/** What was typed into one of the forms, to be put right; the others show what there is. */
export type Typed = {
  readonly reason: TypedReason;
  readonly fees: TypedTerms;
  readonly limits: TypedTerms;
  readonly taking: TypedReason;
  readonly allowing: TypedReason;
};

export function AccountPage({
  context,
  found,
  said,
  typed = {},
}: {
  context: DeskContext;
  found: FoundAccount;
  said?: string | undefined;
  typed?: Partial<Typed>;
}): JSX.Element {
  const { account, members, endpoints } = found;
  const { reason = NO_REASON, fees = feesTyped(account.fees), limits = limitsTyped(account.limits) } = typed;
  const { taking = NO_REASON, allowing = NO_REASON } = typed;
  const { csrf } = context;
  const home = accountPath(account.sellerCode);
  return (
    <DeskFrame context={context} title={account.tradingName} entry="/accounts">
      <PageHead
        title={<Given text={account.tradingName} lines={2} />}
        up={{ href: ACCOUNTS_PATH, label: "Accounts" }}
        lead={<AccountBadges account={account} />}
      >
        <a class="btn btn-sm" href={verificationPath(account.sellerCode)}>
          Verification
        </a>
        <a class="btn btn-sm" href={`${DESK_PATH}/audit?account=${account.sellerCode}`}>
          Audit log
        </a>
      </PageHead>
      <Said said={said} />
      <Figures account={account} />
      <div class="gap-6 xl:grid xl:grid-cols-2 xl:items-start">
        <About account={account} />
        <StandingForm account={account} home={home} csrf={csrf} typed={reason} />
        <FeesForm account={account} home={home} csrf={csrf} typed={fees} deployment={found.fees} />
        <LimitsForm home={home} csrf={csrf} typed={limits} />
        <DomainForms account={account} home={home} csrf={csrf} taking={taking} allowing={allowing} />
      </div>
      <Members members={members} />
      <h2 class="mt-8 mb-3 font-semibold">Webhook endpoints</h2>
      {endpoints.length === 0 ? (
        <p class="panel muted mb-6 p-4 text-sm">None.</p>
      ) : (
        <EndpointTable endpoints={endpoints} label="Webhook endpoints" withAccount={false} />
      )}
    </DeskFrame>
  );
}

const Figures = ({ account }: { account: DeskAccount }): JSX.Element => (
  <Stats>
    <Stat label="Received from buyers" value={usd(account.received, "en")} note="Total" />
    <Stat label="Released to the wallet" value={usd(account.released, "en")} note="Total" />
    <Stat label="In the wallet" value={usd(account.available, "en")} note="Now" />
    <Stat label="Fees earned" value={usd(account.feesEarned, "en")} note="Total" />
  </Stats>
);

function About({ account }: { account: DeskAccount }): JSX.Element {
  const legal = [account.legalName, account.country].filter((one) => one !== "").join(", ");
  return (
    <Section title="Account">
      <Facts
        rows={[
          ["Seller code", account.sellerCode],
          ["Account id", <span class="tabular-nums">{account.id}</span>],
          ["Email address", account.email],
          ["Legal name", legal === "" ? "Not provided" : <Given text={legal} lines={3} />],
          ["Opened", <Time at={account.created} />],
          ["Last session", account.lastSessionAt === null ? "None yet" : <Time at={account.lastSessionAt} />],
          [
            "Open disputes",
            account.disputes === 0 ? (
              "None"
            ) : (
              <a class="link link-primary" href={DISPUTES_PATH}>
                {grouped(account.disputes, "en")}
              </a>
            ),
          ],
          ["Active keys", `${account.keys} of 10`],
          ["API version", account.apiVersion],
        ]}
      />
    </Section>
  );
}

function Members({ members }: { members: readonly DeskMember[] }): JSX.Element {
  return (
    <>
      <h2 class="mt-2 mb-3 font-semibold">People</h2>
      {members.length === 0 ? (
        <p class="panel muted mb-6 p-4 text-sm">No members yet.</p>
      ) : (
        <Table
          label="People"
          head={["Name", "Email address", "Role", "Since"]}
          columns={["", "max-sm:hidden", "", "max-sm:hidden"]}
        >
          {members.map((member) => (
            <tr>
              <Cell class="min-w-32">
                <Given text={member.name} lines={2} />
                <span class="muted block text-xs [overflow-wrap:anywhere] sm:hidden">
                  <Breaking text={member.email} />
                </span>
              </Cell>
              <Cell class="min-w-48 [overflow-wrap:anywhere] max-sm:hidden">
                <Breaking text={member.email} />
              </Cell>
              <Cell class="sm:whitespace-nowrap">{ROLE_NAMES[member.role]}</Cell>
              <Cell class="max-sm:hidden">
                <ShortTime at={member.created} />
              </Cell>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}
