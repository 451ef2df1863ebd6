/** What the link of an invitation opens. It does nothing by itself: who it is for joins by a button. */
import type { JSX } from "preact";
import type { OpenInvitation } from "../../../../identity/team.js";
import { useWords } from "../../../kit/language.js";
import { CONSOLE_PATH } from "../../../kit/links.js";
import type { VisitContext } from "../../../kit/person-context.js";
import { Say } from "../../../kit/say.js";
import { ButtonForm } from "../../../kit/ui.js";
import { Form, Submit } from "../fields.js";
import { InvitingAccount, Lead, PlainPage, withNext } from "../parts.js";
import { invitationWords, sharedWords } from "../words.js";

export function InvitationPage({
  visit,
  invitation,
}: {
  visit: VisitContext;
  invitation: OpenInvitation;
}): JSX.Element {
  const { invitedBy, role, email } = invitation;
  const words = invitationWords(visit.locale);
  return (
    <PlainPage visit={visit} title={words.title}>
      <Lead>
        <Say
          text={invitedBy === null ? words.invited : words.invites}
          name={<bdi class="font-medium [overflow-wrap:anywhere]">{invitedBy}</bdi>}
          account={<InvitingAccount invitation={invitation} />}
        />{" "}
        {words[`as_${role}`]}
      </Lead>
      <p class="mb-5 text-sm">
        <Say text={words.isFor} email={<bdi class="font-medium [overflow-wrap:anywhere]">{email}</bdi>} />
      </p>
      <NextStep visit={visit} invitation={invitation} />
    </PlainPage>
  );
}

function NextStep({ visit, invitation }: { visit: VisitContext; invitation: OpenInvitation }): JSX.Element {
  const words = useWords(invitationWords);
  const { seller, csrf } = visit;
  const path = `${CONSOLE_PATH}/invitations/${invitation.sellerCode}/${invitation.id}`;
  if (seller === null) {
    return (
      <div class="grid gap-2">
        <a class="btn btn-primary w-full" href={withNext(`${CONSOLE_PATH}/sign-up`, path)}>
          {words.create}
        </a>
        <a class="btn w-full" href={withNext(`${CONSOLE_PATH}/sign-in`, path)}>
          {sharedWords(visit.locale).signIn}
        </a>
      </div>
    );
  }
  if (seller.email !== invitation.email) {
    return (
      <>
        <p class="mb-3 text-sm">
          <Say text={words.other} email={<bdi class="font-medium [overflow-wrap:anywhere]">{seller.email}</bdi>} />
        </p>
        <ButtonForm action={`${CONSOLE_PATH}/sign-out`} csrf={csrf} label={words.signOut} class="btn w-full" />
      </>
    );
  }
  return (
    <Form action={path} csrf={csrf}>
      <Submit>{words.join}</Submit>
    </Form>
  );
}

/** For one that was used, withdrawn, ran out, or never was: nobody is told which. */
export function OverPage({ visit }: { visit: VisitContext }): JSX.Element {
  const words = invitationWords(visit.locale);
  return (
    <PlainPage visit={visit} title={words.over}>
      <Lead>{words.overText}</Lead>
      <a class="btn btn-primary w-full" href={CONSOLE_PATH}>
        {words.toConsole}
      </a>
    </PlainPage>
  );
}
