/** The page behind the link to an account's new address, and what came of it. */
import type { JSX } from "preact";
import type { AccountEmailChange, AccountEmailLink } from "../../../../commands/change-account-email.js";
import { GivenName } from "../../../kit/given.js";
import { CONSOLE_PATH } from "../../../kit/links.js";
import type { VisitContext } from "../../../kit/person-context.js";
import { Say } from "../../../kit/say.js";
import { Form, Submit } from "../fields.js";
import { Lead, PlainPage } from "../parts.js";
import { accountEmailWords } from "../words.js";

export function AccountEmailPage({
  visit,
  linked: { email, before, tradingName },
  link: { sellerCode, token },
}: {
  visit: VisitContext;
  linked: AccountEmailChange;
  link: AccountEmailLink;
}): JSX.Element {
  const words = accountEmailWords(visit.locale);
  return (
    <PlainPage visit={visit} title={words.title}>
      <Lead>
        <Say
          text={words.lead}
          account={<GivenName text={tradingName} />}
          email={<bdi class="font-medium [overflow-wrap:anywhere]">{email}</bdi>}
          before={<bdi class="[overflow-wrap:anywhere]">{before}</bdi>}
        />
      </Lead>
      <Form action={`${CONSOLE_PATH}/account-email/${sellerCode}/${token}`} csrf={visit.csrf}>
        <Submit>{words.confirm}</Submit>
      </Form>
    </PlainPage>
  );
}

export function AccountEmailDonePage({ visit }: { visit: VisitContext }): JSX.Element {
  const words = accountEmailWords(visit.locale);
  return (
    <PlainPage visit={visit} title={words.done}>
      <Lead>{words.doneText}</Lead>
      <ToConsole label={words.toConsole} />
    </PlainPage>
  );
}

/** Over: used, replaced, given up, run out, or never sent. Taken: another account has the address. */
export function AccountEmailRefusedPage({ visit, why }: { visit: VisitContext; why: "over" | "taken" }): JSX.Element {
  const words = accountEmailWords(visit.locale);
  return (
    <PlainPage visit={visit} title={words[why]}>
      <Lead>{words[`${why}Text`]}</Lead>
      <ToConsole label={words.toConsole} />
    </PlainPage>
  );
}

const ToConsole = ({ label }: { label: string }): JSX.Element => (
  <a class="btn btn-primary w-full" href={CONSOLE_PATH}>
    {label}
  </a>
);
