/** What changes a second factor. Secrets are shown in the answer to the form itself, and nowhere else. */
import { isDone, type SellerOutcome } from "../../../../identity/seller-outcome.js";
import type { Answer } from "../../../kit/answer.js";
import { setCookies } from "../../../kit/page-context.js";
import type { PersonContext } from "../../../kit/person-context.js";
import type { Handler, Posted } from "../../../kit/route.js";
import { ME_PATH, SECOND_FACTOR_PATH } from "../../links.js";
import { askingOf, NONE, type PeopleServices } from "../outcome.js";
import { statusOf } from "../words.js";
import { loadCodesLeft } from "./load.js";
import { RecoveryCodesPage, SecondFactorSettings, SetUpPage } from "./view.js";

type SecondFactorAction = Handler<PersonContext, PeopleServices, Posted>;

export const startSecondFactor: SecondFactorAction = async (person, { form, request }, services) => {
  const { self } = services.people.sellers;
  const outcome = await self.startSecondFactor(askingOf(request), person.seller, form["password"] ?? "");
  if (!("setUp" in outcome) || outcome.setUp === undefined) return refused(person, outcome, services);
  return <SetUpPage person={person} problems={NONE} setUp={outcome.setUp} />;
};

export const confirmSecondFactor: SecondFactorAction = async (person, { form, request, reply }, { people }) => {
  const { self } = people.sellers;
  const outcome = await self.confirmSecondFactor(askingOf(request), person.seller, form["code"] ?? "");
  setCookies(reply, outcome.cookies);
  if (outcome.recoveryCodes !== undefined) return <RecoveryCodesPage person={person} codes={outcome.recoveryCodes} />;
  const setUp = await self.pendingSecondFactor(person.seller);
  if (setUp === null) return SECOND_FACTOR_PATH;
  const { problems } = outcome;
  return { status: statusOf(problems), page: <SetUpPage person={person} problems={problems} setUp={setUp} /> };
};

export const renewRecoveryCodes: SecondFactorAction = async (person, { form, request }, services) => {
  const { self } = services.people.sellers;
  const outcome = await self.renewRecoveryCodes(askingOf(request), person.seller, form["password"] ?? "");
  if (!("recoveryCodes" in outcome) || outcome.recoveryCodes === undefined) return refused(person, outcome, services);
  return <RecoveryCodesPage person={person} codes={outcome.recoveryCodes} />;
};

export const switchSecondFactorOff: SecondFactorAction = async (person, { form, request }, services) => {
  const { password = "", code = "" } = form;
  const { self } = services.people.sellers;
  const outcome = await self.switchSecondFactorOff(askingOf(request), person.seller, { password, code });
  return isDone(outcome) ? `${ME_PATH}?said=second-factor-off` : refused(person, outcome, services);
};

/** The page again, with what is wrong. */
async function refused(person: PersonContext, { problems }: SellerOutcome, services: PeopleServices): Promise<Answer> {
  const codesLeft = await loadCodesLeft(person, services);
  const page = <SecondFactorSettings person={person} problems={problems} codesLeft={codesLeft} />;
  return { status: statusOf(problems), page };
}
