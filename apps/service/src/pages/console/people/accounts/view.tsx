/** A choice of several accounts, or none yet. */
import type { JSX } from "preact";
import type { OpenInvitation } from "../../../../identity/team.js";
import { Given } from "../../../kit/given.js";
import { Icon } from "../../../kit/icons.js";
import { useWords } from "../../../kit/language.js";
import { CONSOLE_PATH, DESK_PATH } from "../../../kit/links.js";
import type { PersonContext } from "../../../kit/person-context.js";
import { Say } from "../../../kit/say.js";
import { NEW_ACCOUNT_PATH } from "../../links.js";
import { roleWords } from "../../words.js";
import { InvitingAccount, Lead, PlainPage, Whose } from "../parts.js";
import { accountsWords, sharedWords } from "../words.js";
import type { AllPlaces } from "./load.js";

const ROW = "flex min-h-14 items-center gap-3 px-4 py-2.5 hover:bg-base-200";

export function Chooser({
  person,
  places: { memberships, invitations, isPartial },
  hasLeft,
}: {
  person: PersonContext;
  places: AllPlaces;
  hasLeft: boolean;
}): JSX.Element {
  const words = accountsWords(person.locale);
  const { isOperator } = person.seller;
  const isEmpty = memberships.length === 0 && !isPartial;
  return (
    <PlainPage visit={person} title={isEmpty ? words.none : words.choose} below={<Whose person={person} />}>
      <Lead>
        {hasLeft ? `${words.left} ` : ""}
        {isEmpty ? words.noneText : words.chooseText}
      </Lead>
      {isPartial ? (
        <p class="panel mb-4 p-4 text-sm" role="status">
          {words.someAway}
        </p>
      ) : null}
      {memberships.length === 0 ? null : (
        <ul class="mb-4 divide-y divide-base-300 overflow-hidden rounded-field border border-base-300">
          {memberships.map(({ sellerCode, tradingName, role, suspended }) => (
            <li>
              <a class={ROW} href={`${CONSOLE_PATH}/${sellerCode}`}>
                <span class="min-w-0 flex-1">
                  <span class="block font-medium">
                    <Given text={tradingName} lines={2} />
                  </span>
                  <span class="muted block text-sm">
                    {roleWords(person.locale)[role]}
                    {suspended ? ` · ${words.suspended}` : ""}
                  </span>
                </span>
                <Icon name="chevron-right" class="size-4" />
              </a>
            </li>
          ))}
        </ul>
      )}
      {invitations.length === 0 ? null : <Invited invitations={invitations} />}
      <div class="flex flex-wrap gap-2">
        <a class={isEmpty ? "btn btn-primary w-full" : "btn"} href={NEW_ACCOUNT_PATH}>
          <Icon name="plus" class="size-4" />
          {isEmpty ? words.open : sharedWords(person.locale).openAnother}
        </a>
        {isOperator ? (
          <a class="btn" href={DESK_PATH}>
            {words.desk}
          </a>
        ) : null}
      </div>
    </PlainPage>
  );
}

function Invited({ invitations }: { invitations: readonly OpenInvitation[] }): JSX.Element {
  const words = useWords(accountsWords);
  return (
    <>
      <h2 class="mb-2 font-semibold">{words.invited}</h2>
      <ul class="mb-4 divide-y divide-base-300 overflow-hidden rounded-field border border-base-300">
        {invitations.map((invitation) => (
          <li>
            <a class={ROW} href={`${CONSOLE_PATH}/invitations/${invitation.sellerCode}/${invitation.id}`}>
              <span class="min-w-0 flex-1">
                <span class="block font-medium [overflow-wrap:anywhere]">
                  <InvitingAccount invitation={invitation} />
                </span>
                <span class="muted block text-sm">
                  {words.as({ role: useWords(roleWords)[invitation.role] })}
                  {invitation.invitedBy === null ? null : (
                    <>
                      ,{" "}
                      <Say text={words.by} name={<bdi class="[overflow-wrap:anywhere]">{invitation.invitedBy}</bdi>} />
                    </>
                  )}
                </span>
              </span>
              <Icon name="chevron-right" class="size-4" />
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
