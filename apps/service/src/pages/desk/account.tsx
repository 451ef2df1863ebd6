/** One account: its figures and people, and what operators may change about it. */
import type { JSX } from "preact";
import { changeFees, changeLimits, type OnAccount, reinstate, suspend } from "../../commands/operators.js";
import type { FeeSchedule } from "../../domain/fees.js";
import type { Queryable } from "../../platform/database.js";
import { type DeskAccount, type DeskMember, findDeskAccount, listDeskMembers } from "../../store/read/desk/accounts.js";
import { listDeskEndpoints, type TroubledEndpoint } from "../../store/read/desk/webhooks.js";
import { grouped, usd } from "../../words/format.js";
import type { PersonContext } from "../console/context.js";
import type { Answer, Asked } from "../console/routes.js";
import { Cell, Facts, PageHead, Section, Stat, Stats, Table, Time } from "../console/ui.js";
import { Given } from "../given.js";
import { PageRefusal } from "../refusal.js";
import { feesTyped, limitTyped, readFees, readLimit, type TypedTerms } from "./account-fields.js";
import { FeesForm, LimitForm, StandingForm } from "./account-forms.js";
import { DeskFrame } from "./frame.js";
import {
  AccountBadges,
  accountPath,
  NO_REASON,
  operatorOf,
  readReason,
  Said,
  saidOf,
  type TypedReason,
} from "./parts.js";
import { DESK_PATH, type RegisterDeskPart } from "./routes.js";
import { EndpointTable } from "./webhooks.js";

const PATH = "/accounts/:code";
/** Something typed has to be put right first. */
const UNPROCESSABLE = 422;

export const registerAccount: RegisterDeskPart = (routes, { db, config }) => {
  const show = async (context: PersonContext, asked: Asked, typed: Partial<Typed> = {}): Promise<JSX.Element> => {
    const account = await accountOf(asked, db);
    const [members, endpoints] = await Promise.all([
      listDeskMembers(db, account.id),
      listDeskEndpoints(db, account.id),
    ]);
    const found = { account, members, endpoints, fees: config.fees };
    const all = {
      reason: NO_REASON,
      fees: feesTyped(account.fees),
      limit: limitTyped(account.payoutDailyMax),
      ...typed,
    };
    return <AccountPage context={context} asked={asked} found={found} typed={all} />;
  };
  const again = async (context: PersonContext, asked: Asked, typed: Partial<Typed>): Promise<Answer> => ({
    status: UNPROCESSABLE,
    page: await show(context, asked, typed),
  });
  const byOf = async (context: PersonContext, asked: Asked, reason: string): Promise<OnAccount> => ({
    operator: operatorOf(context),
    account: (await accountOf(asked, db)).id,
    reason,
  });
  const home = ({ params }: Asked): string => accountPath(params["code"] ?? "");

  routes.page(PATH, (context, asked) => show(context, asked));

  for (const [path, verb, said] of [
    ["suspend", suspend, "suspended"],
    ["reinstate", reinstate, "reinstated"],
  ] as const) {
    routes.action(`${PATH}/${path}`, async (context, form, asked) => {
      const typed = readReason(form["reason"]);
      const by = await byOf(context, asked, typed.reason);
      if (typed.problem !== null) return again(context, asked, { reason: typed });
      return `${home(asked)}?said=${saidOf(await verb(db, by), said, "unchanged")}`;
    });
  }

  routes.action(`${PATH}/fees`, async (context, form, asked) => {
    const by = await byOf(context, asked, "");
    const read = form["own"] === "no" ? { ok: true as const, value: null } : readFees(form);
    if (!read.ok) return again(context, asked, { fees: read.typed });
    return `${home(asked)}?said=${saidOf(await changeFees(db, by, read.value), "fees", "unchanged")}`;
  });

  routes.action(`${PATH}/limits`, async (context, form, asked) => {
    const by = await byOf(context, asked, "");
    const read = readLimit(form);
    if (!read.ok) return again(context, asked, { limit: read.typed });
    return `${home(asked)}?said=${saidOf(await changeLimits(db, by, read.value), "limits", "unchanged")}`;
  });
};

/** @throws PageRefusal not_found */
export async function accountOf({ params }: Asked, db: Queryable): Promise<DeskAccount> {
  const account = await findDeskAccount(db, params["code"] ?? "");
  if (account === null) throw new PageRefusal("not_found");
  return account;
}

type Typed = { readonly reason: TypedReason; readonly fees: TypedTerms; readonly limit: TypedTerms };

type Found = {
  readonly account: DeskAccount;
  readonly members: readonly DeskMember[];
  readonly endpoints: readonly TroubledEndpoint[];
  /** Those of the deployment. */
  readonly fees: FeeSchedule;
};

function AccountPage({
  context,
  asked,
  found,
  typed,
}: {
  context: PersonContext;
  asked: Asked;
  found: Found;
  typed: Typed;
}): JSX.Element {
  const { account, members, endpoints } = found;
  const { csrf } = context;
  const home = accountPath(account.sellerCode);
  return (
    <DeskFrame context={context} title={account.tradingName} entry="/accounts">
      <PageHead
        title={<Given text={account.tradingName} lines={2} />}
        up={{ href: `${DESK_PATH}/accounts`, label: "Accounts" }}
        lead={<AccountBadges account={account} />}
      >
        <a class="btn btn-sm" href={`${DESK_PATH}/verifications/${account.sellerCode}`}>
          Verification
        </a>
        <a class="btn btn-sm" href={`${DESK_PATH}/audit?account=${account.sellerCode}`}>
          Audit log
        </a>
      </PageHead>
      <Said query={asked.query} />
      <Figures account={account} />
      <div class="gap-6 xl:grid xl:grid-cols-2 xl:items-start">
        <About account={account} />
        <StandingForm account={account} home={home} csrf={csrf} typed={typed.reason} />
        <FeesForm account={account} home={home} csrf={csrf} typed={typed.fees} deployment={found.fees} />
        <LimitForm home={home} csrf={csrf} typed={typed.limit} />
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
    <Stat label="Received from buyers" value={usd(account.received, "en")} note="In all" />
    <Stat label="Released to the wallet" value={usd(account.released, "en")} note="In all" />
    <Stat label="In the wallet" value={usd(account.available, "en")} note="Now" />
    <Stat label="Fees earned" value={usd(account.feesEarned, "en")} note="In all" />
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
          ["Mail address", account.email],
          ["Legal name", legal === "" ? "Not told" : <Given text={legal} lines={3} />],
          ["Opened", <Time at={account.created} />],
          ["Last session", account.lastSessionAt === null ? "None yet" : <Time at={account.lastSessionAt} />],
          [
            "Open disputes",
            account.disputes === 0 ? (
              "None"
            ) : (
              <a class="link link-primary" href={`${DESK_PATH}/disputes`}>
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

const ROLES = { owner: "Owner", developer: "Developer", support: "Support, read-only" } as const;

function Members({ members }: { members: readonly DeskMember[] }): JSX.Element {
  return (
    <>
      <h2 class="mt-2 mb-3 font-semibold">People</h2>
      {members.length === 0 ? (
        <p class="panel muted mb-6 p-4 text-sm">Nobody has been invited yet.</p>
      ) : (
        <Table label="People" head={["Name", "Mail address", "Role", "Since"]}>
          {members.map((member) => (
            <tr>
              <Cell class="min-w-32">
                <Given text={member.name} lines={2} />
              </Cell>
              <Cell class="[overflow-wrap:anywhere]">{member.email}</Cell>
              <Cell class="whitespace-nowrap">{ROLES[member.role]}</Cell>
              <Cell>
                <Time at={member.created} />
              </Cell>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}
