/** What operators change about an account. */
import { allowDomainAgain } from "../../../commands/allow-domain.js";
import { askSecond } from "../../../commands/ask-second.js";
import { changeFees } from "../../../commands/change-fees.js";
import { changeLimits } from "../../../commands/change-limits.js";
import { isSecondNeeded, type OnAccount } from "../../../commands/on-account.js";
import { reinstateAccount } from "../../../commands/reinstate-account.js";
import { suspendAccount } from "../../../commands/suspend-account.js";
import { takeDomainAway } from "../../../commands/take-domain.js";
import { formatMoney } from "../../../domain/money.js";
import type { Answer, Asked } from "../../kit/answer.js";
import type { Handler, Posted } from "../../kit/route.js";
import { UNPROCESSABLE } from "../../kit/status.js";
import type { DeskContext } from "../access.js";
import { accountPath } from "../links.js";
import { type DeskReads, loadAccount } from "../load.js";
import { operatorOf, readReason } from "../parts.js";
import { type SaidCode, saidOf } from "../words.js";
import { feesTyped, readFees, readLimits } from "./fields.js";
import { type AccountServices, findAccount } from "./load.js";
import { AccountPage, type Typed } from "./view.js";

type AccountAction = Handler<DeskContext, AccountServices, Posted>;

const changeStanding =
  (verb: typeof suspendAccount, said: SaidCode): AccountAction =>
  async (context, { params, form }, services) => {
    const typed = readReason(form["reason"]);
    const by = await byOf({ context, params, reason: typed.reason }, services);
    if (typed.problem !== null) return again({ context, params, typed: { reason: typed } }, services);
    return told(params, saidOf(await verb(services.db, by), said, "unchanged"));
  };

export const suspend = changeStanding(suspendAccount, "suspended");
export const reinstate = changeStanding(reinstateAccount, "reinstated");

export const setFees: AccountAction = async (context, { params, form }, services) => {
  const by = await byOf({ context, params, reason: "" }, services);
  const read = form["own"] === "no" ? { ok: true as const, value: null } : readFees(form);
  if (!read.ok) return again({ context, params, typed: { fees: read.typed } }, services);
  const change = { fees: read.value, secondFrom: services.config.secondOperatorFrom };
  const acted = await changeFees(services.db, by, change);
  if (!isSecondNeeded(acted)) return told(params, saidOf(acted, "fees", "unchanged"));
  const shown = read.value === null ? { fees: "those of the deployment" } : feesTyped(read.value).values;
  const asked = await askSecond(services.db, by, {
    request: { action: "set_fees", fees: read.value },
    subject: "",
    shown,
  });
  return told(params, saidOf(asked, "second"));
};

export const setLimit: AccountAction = async (context, { params, form }, services) => {
  const by = await byOf({ context, params, reason: "" }, services);
  const read = readLimits(form);
  if (!read.ok) return again({ context, params, typed: { limits: read.typed } }, services);
  const limits = read.value;
  const change = { limits, secondFrom: services.config.secondOperatorFrom };
  const acted = await changeLimits(services.db, by, change);
  if (!isSecondNeeded(acted)) return told(params, saidOf(acted, "limits", "unchanged"));
  const asked = await askSecond(services.db, by, {
    request: { action: "set_limits", limits },
    subject: "",
    shown: {
      "payouts a day": limits.dailyMax === null ? null : formatMoney(limits.dailyMax),
      "refunds on credit": formatMoney(limits.refundCredit),
    },
  });
  return told(params, saidOf(asked, "second"));
};

export const takeDomain: AccountAction = async (context, { params, form }, services) => {
  const taking = readReason(form["domain_reason"]);
  const by = await byOf({ context, params, reason: taking.reason }, services);
  if (taking.problem !== null) return again({ context, params, typed: { taking } }, services);
  return told(
    params,
    saidOf(await takeDomainAway(services.db, { ...by, domain: form["domain"] ?? "" }), "domain-taken"),
  );
};

export const letDomain: AccountAction = async (context, { params, form }, services) => {
  const allowing = readReason(form["allow_reason"]);
  const by = await byOf({ context, params, reason: allowing.reason }, services);
  if (allowing.problem !== null) return again({ context, params, typed: { allowing } }, services);
  const acted = await allowDomainAgain(services.db, { ...by, domain: form["domain"] ?? "" });
  return told(params, saidOf(acted, "domain-allowed", "unchanged"));
};

type About = { readonly context: DeskContext; readonly params: Asked["params"] };

const byOf = async (
  { context, params, reason }: About & { readonly reason: string },
  services: DeskReads,
): Promise<OnAccount> => ({
  operator: operatorOf(context),
  account: (await loadAccount(params, services)).id,
  reason,
});

const told = ({ code = "" }: Asked["params"], said: SaidCode): string => `${accountPath(code)}?said=${said}`;

/** The page again, with what has to be put right. */
const again = async (
  { context, params, typed }: About & { readonly typed: Partial<Typed> },
  services: AccountServices,
): Promise<Answer> => ({
  status: UNPROCESSABLE,
  page: <AccountPage context={context} found={await findAccount(params, services)} typed={typed} />,
});
