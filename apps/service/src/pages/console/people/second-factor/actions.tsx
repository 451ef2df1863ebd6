/** What changes a second factor. Secrets are shown in the answer to the form itself, and nowhere else. */
import { isDone, type SellerOutcome } from "../../../../identity/seller-outcome.js";
import type { Answer } from "../../../kit/answer.js";
import { DESK_PATH, ME_PATH, SECOND_FACTOR_PATH } from "../../../kit/links.js";
import { setCookies } from "../../../kit/page-context.js";
import type { PersonContext } from "../../../kit/person-context.js";
import type { Handler, Posted } from "../../../kit/route.js";
import { askingOf, NONE, type PeopleServices } from "../outcome.js";
import { statusOf } from "../words.js";
import { type AboutForm, loadFactors } from "./load.js";
import { RecoveryCodesPage, SecondFactorSettings, SetUpPage } from "./view.js";

type SecondFactorAction = Handler<PersonContext, PeopleServices, Posted>;

export const startSecondFactor: SecondFactorAction = async (person, asked, services) => {
  const outcome = await services.people.sellers.factor.start(person.seller);
  if (!("setUp" in outcome) || outcome.setUp === undefined)
    return refused({ person, outcome, about: "app" }, asked, services);
  return <SetUpPage person={person} problems={NONE} setUp={outcome.setUp} />;
};

export const confirmSecondFactor: SecondFactorAction = async (person, { form, request, reply }, { people }) => {
  const { factor } = people.sellers;
  const { secret = "", code = "" } = form;
  const outcome = await factor.confirm(askingOf(request), person.seller, { secret, code });
  setCookies(reply, outcome.cookies);
  if (outcome.recoveryCodes !== undefined) return firstCodes(person, outcome.recoveryCodes);
  const setUp = await factor.setUpOf(person.seller, secret);
  if (setUp === null) return SECOND_FACTOR_PATH;
  const { problems } = outcome;
  return { status: statusOf(problems), page: <SetUpPage person={person} problems={problems} setUp={setUp} /> };
};

export const renewRecoveryCodes: SecondFactorAction = async (person, asked, services) => {
  const { factor } = services.people.sellers;
  const outcome = await factor.renewRecoveryCodes(askingOf(asked.request), person.seller);
  if (outcome.recoveryCodes === undefined) return refused({ person, outcome, about: "codes" }, asked, services);
  return <RecoveryCodesPage person={person} codes={outcome.recoveryCodes} next={ME_PATH} />;
};

export const switchSecondFactorOff: SecondFactorAction = async (person, asked, services) => {
  const { factor } = services.people.sellers;
  const outcome = await factor.switchAppOff(askingOf(asked.request), person.seller);
  return isDone(outcome)
    ? `${SECOND_FACTOR_PATH}?said=app`
    : refused({ person, outcome, about: "off" }, asked, services);
};

export const addPasskey: SecondFactorAction = async (person, asked, services) => {
  const { form, request, reply } = asked;
  const { credential = "", name = "" } = form;
  const { factor } = services.people.sellers;
  const outcome = await factor.addPasskey(askingOf(request), person.seller, { credential, name });
  setCookies(reply, outcome.cookies);
  if (outcome.recoveryCodes !== undefined) return firstCodes(person, outcome.recoveryCodes);
  return isDone(outcome)
    ? `${SECOND_FACTOR_PATH}?said=passkey`
    : refused({ person, outcome, about: "passkey" }, asked, services);
};

export const removePasskey: SecondFactorAction = async ({ seller }, { params, request }, { people }) => {
  await people.sellers.factor.removePasskey(askingOf(request), seller, params["passkey"] ?? "");
  return `${SECOND_FACTOR_PATH}?said=passkey-removed`;
};

/** Of a first factor: the desk asks operators for one, so that is where they were going. */
const firstCodes = (person: PersonContext, codes: readonly string[]): Answer => (
  <RecoveryCodesPage person={person} codes={codes} next={person.seller.isOperator ? DESK_PATH : ME_PATH} />
);

/** The page again, with what is wrong with which of its forms. */
async function refused(
  { person, outcome, about }: { person: PersonContext; outcome: SellerOutcome; about: AboutForm },
  asked: Posted,
  services: PeopleServices,
): Promise<Answer> {
  const { problems } = outcome;
  const factors = await loadFactors(person, asked, services);
  const page = (
    <SecondFactorSettings person={person} factors={factors} said={undefined} about={about} problems={problems} />
  );
  return { status: statusOf(problems), page };
}
