/** What the link of an invitation opens. It does nothing by itself: who it is for joins by a button. */
import type { JSX } from "preact";
import type { OpenInvitation } from "../../../../identity/team.js";
import { CONSOLE_PATH } from "../../../kit/links.js";
import type { VisitContext } from "../../../kit/person-context.js";
import { ButtonForm } from "../../../kit/ui.js";
import { Form, Submit } from "../fields.js";
import { InvitingAccount, Lead, PlainPage, withNext } from "../parts.js";
import { WHAT } from "./words.js";

export function InvitationPage({
  visit,
  invitation,
}: {
  visit: VisitContext;
  invitation: OpenInvitation;
}): JSX.Element {
  const { invitedBy, role, email } = invitation;
  return (
    <PlainPage visit={visit} title="You are invited">
      <Lead>
        {invitedBy === null ? "You are invited to join " : null}
        {invitedBy === null ? null : (
          <>
            <bdi class="font-medium [overflow-wrap:anywhere]">{invitedBy}</bdi> invites you to join{" "}
          </>
        )}
        <InvitingAccount invitation={invitation} />. {WHAT[role]}
      </Lead>
      <p class="mb-5 text-sm">
        The invitation is for <bdi class="font-medium [overflow-wrap:anywhere]">{email}</bdi>.
      </p>
      <NextStep visit={visit} invitation={invitation} />
    </PlainPage>
  );
}

function NextStep({ visit, invitation }: { visit: VisitContext; invitation: OpenInvitation }): JSX.Element {
  const { seller, csrf } = visit;
  const path = `${CONSOLE_PATH}/invitations/${invitation.sellerCode}/${invitation.id}`;
  if (seller === null) {
    return (
      <div class="grid gap-2">
        <a class="btn btn-primary w-full" href={withNext(`${CONSOLE_PATH}/sign-up`, path)}>
          Create your sign-in
        </a>
        <a class="btn w-full" href={withNext(`${CONSOLE_PATH}/sign-in`, path)}>
          Sign in
        </a>
      </div>
    );
  }
  if (seller.email !== invitation.email) {
    return (
      <>
        <p class="mb-3 text-sm">
          You are signed in as <bdi class="font-medium [overflow-wrap:anywhere]">{seller.email}</bdi>. Sign out, then
          open the link again.
        </p>
        <ButtonForm action={`${CONSOLE_PATH}/sign-out`} csrf={csrf} label="Sign out" class="btn w-full" />
      </>
    );
  }
  return (
    <Form action={path} csrf={csrf}>
      <Submit>Join</Submit>
    </Form>
  );
}

/** For one that was used, withdrawn, ran out, or never was: nobody is told which. */
export const OverPage = ({ visit }: { visit: VisitContext }): JSX.Element => (
  <PlainPage visit={visit} title="This invitation no longer works">
    <Lead>It was used, withdrawn or replaced, has expired, or is for another address. Ask for a new one.</Lead>
    <a class="btn btn-primary w-full" href={CONSOLE_PATH}>
      Go to the console
    </a>
  </PlainPage>
);
