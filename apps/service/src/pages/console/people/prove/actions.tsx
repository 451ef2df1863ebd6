import { isDone } from "../../../../identity/seller-outcome.js";
import { CONSOLE_PATH } from "../../../kit/links.js";
import type { FormFields } from "../../../kit/page-context.js";
import type { PersonContext } from "../../../kit/person-context.js";
import type { Handler, Posted } from "../../../kit/route.js";
import { askingOf, NONE, nextIn, type PeopleServices } from "../outcome.js";
import { statusOf } from "../words.js";
import { loadAsk } from "./load.js";
import { ProvePage } from "./view.js";

/**
 * Another form was posted here because the last proof was too old: it is carried along until there is a new one, and then
 * posted to where it was for. From the page alone there is no such form, and what follows is a page.
 */
export const prove: Handler<PersonContext, PeopleServices, Posted> = async (person, asked, services) => {
  const { form, query, request } = asked;
  const next = nextIn(query["next"]) ?? CONSOLE_PATH;
  const isCarrying = form["proof_of_page"] === undefined;
  const isAnswer = form["proof"] !== undefined;
  const given = {
    password: form["proof_password"] ?? "",
    code: form["proof_code"] ?? "",
    passkey: form["proof_passkey"] ?? "",
  };
  const outcome = isAnswer
    ? await services.people.sellers.factor.prove(askingOf(request), person.seller, given)
    : { problems: NONE };
  if (isAnswer && isDone(outcome)) return isCarrying ? { repost: next } : next;
  const page = (
    <ProvePage
      person={person}
      next={next}
      ask={await loadAsk(person, asked, services)}
      carried={isCarrying ? carriedIn(form) : null}
      problems={outcome.problems}
    />
  );
  return isAnswer ? { status: statusOf(outcome.problems), page } : page;
};

/** What was typed into the other form, without its secrets: those have to be typed again. */
const carriedIn = (form: FormFields): readonly (readonly [name: string, value: string])[] =>
  Object.entries(form).flatMap(([name, value]) =>
    value === undefined || OWN.test(name) || SECRETS.has(name) ? [] : [[name, value] as const],
  );

const OWN = /^(?:csrf|proof|proof_.*)$/;
const SECRETS: ReadonlySet<string> = new Set(["password", "new_password", "code", "passkey", "credential", "secret"]);
