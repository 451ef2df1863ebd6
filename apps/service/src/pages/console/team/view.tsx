/** Who belongs to an account, and who is invited; for owners also the ways to change that. */
import type { JSX } from "preact";
import { type Cents, formatMoney } from "../../../domain/money.js";
import { ROLES } from "../../../domain/permissions.js";
import type { Invitation, InviteProblem, Member } from "../../../identity/team.js";
import { Breaking } from "../../kit/breaking.js";
import { Given } from "../../kit/given.js";
import { useWords } from "../../kit/language.js";
import type { FormFields } from "../../kit/page-context.js";
import { Say } from "../../kit/say.js";
import { Day, Time } from "../../kit/times.js";
import { AmountInput, ButtonForm, Confirm, Field, Notice, PageHead, Section } from "../../kit/ui.js";
import type { ConsoleContext } from "../context.js";
import { Frame } from "../frame.js";
import { Form, Input } from "../people/fields.js";
import { roleWords } from "../words.js";
import type { Team } from "./load.js";
import { problemWords, saidWords, teamWords } from "./words.js";

type Props = {
  readonly context: ConsoleContext;
  readonly team: Team;
  /** What was just done, as the address tells it. */
  readonly said?: string | undefined;
  /** Why nobody was invited, and what was typed. */
  readonly problem?: InviteProblem | null;
  readonly typed?: FormFields;
  /** Why the limit was not kept, and what was typed. */
  readonly limit?: TypedLimit | null;
};

type TypedLimit = { readonly typed: string; readonly problem: "amount" | "no_second" };

type Said = keyof ReturnType<typeof saidWords>;

const isSaid = (code: string | undefined): code is Said => code !== undefined && Object.hasOwn(saidWords("en"), code);

export function TeamPage({ context, team, said, problem = null, typed = {}, limit = null }: Props): JSX.Element {
  const { members, invitations } = team;
  const words = teamWords(context.locale);
  const news = saidWords(context.locale);
  return (
    <Frame context={context} title={words.title} entry="/team">
      <PageHead title={words.title} lead={words.lead} />
      {isSaid(said) ? <Notice tone={said === "last-owner" ? "bad" : "good"}>{news[said]}</Notice> : null}
      <Section title={words.members}>
        <ul class="divide-y divide-base-300 text-sm">
          {members.map((member) => (
            <MemberRow context={context} member={member} />
          ))}
        </ul>
      </Section>
      {invitations.length === 0 ? null : (
        <Section title={words.invitations}>
          <ul class="divide-y divide-base-300 text-sm">
            {invitations.map((invitation) => (
              <InvitedRow context={context} invitation={invitation} />
            ))}
          </ul>
        </Section>
      )}
      {context.may("manageTeam") ? <Refunds context={context} alone={team.refundAlone} limit={limit} /> : null}
      {context.may("manageTeam") ? <Invite context={context} problem={problem} typed={typed} /> : null}
    </Frame>
  );
}

const ROW = "flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4 first:pt-0 last:pb-0";

function MemberRow({ context, member }: { context: ConsoleContext; member: Member }): JSX.Element {
  const words = useWords(teamWords);
  const { seller, home, csrf } = context;
  const isSelf = member.id === seller.id;
  const path = `${home}/team/members/${member.id}`;
  return (
    <li class={ROW}>
      <div class="min-w-0 flex-1 basis-64">
        <p class="flex flex-wrap items-center gap-x-2 font-medium">
          <Given text={member.name} lines={2} />
          <span class="badge badge-soft">{useWords(roleWords)[member.role]}</span>
          {isSelf ? <span class="muted font-normal">{words.you}</span> : null}
        </p>
        <p class="muted [overflow-wrap:anywhere]">
          <Breaking text={member.email} /> ·{" "}
          <Say text={words.since} time={<Day at={member.since} locale={context.locale} />} />
          {member.hasSecondFactor ? ` · ${words.secondFactor}` : ""}
        </p>
      </div>
      <div class="flex flex-wrap items-start gap-2">
        {context.may("manageTeam") ? (
          <Form action={`${path}/role`} csrf={csrf} class="flex gap-2">
            <select
              class="field h-auto min-h-8 w-auto py-0"
              name="role"
              aria-label={words.roleOf({ name: member.name })}
            >
              {ROLES.map((role) => (
                <option value={role} selected={role === member.role}>
                  {useWords(roleWords)[role]}
                </option>
              ))}
            </select>
            <button type="submit" class="btn btn-sm">
              {words.change}
            </button>
          </Form>
        ) : null}
        {isSelf ? (
          <Confirm label={words.leave} question={words.leaveText}>
            <ButtonForm
              action={`${home}/team/leave`}
              csrf={csrf}
              label={words.leaveAccount}
              class="btn btn-sm btn-error"
            />
          </Confirm>
        ) : context.may("manageTeam") ? (
          <Confirm label={words.remove} question={words.removeText}>
            <ButtonForm action={`${path}/remove`} csrf={csrf} label={words.remove} class="btn btn-sm btn-error" />
          </Confirm>
        ) : null}
      </div>
    </li>
  );
}

function InvitedRow({ context, invitation }: { context: ConsoleContext; invitation: Invitation }): JSX.Element {
  const words = useWords(teamWords);
  const { home, csrf } = context;
  const { id, email, role, invitedBy, created, isOpen } = invitation;
  const path = `${home}/team/invitations/${id}`;
  return (
    <li class={ROW}>
      <div class="min-w-0 flex-1 basis-64">
        <p class="flex flex-wrap items-center gap-x-2 font-medium [overflow-wrap:anywhere]">
          {email}
          <span class="badge badge-soft">{useWords(roleWords)[role]}</span>
          {isOpen ? null : <span class="badge badge-soft badge-warning">{words.expired}</span>}
        </p>
        <p class="muted">
          <Say
            text={invitedBy === null ? words.fromCommandLine : words.invitedBy}
            name={<bdi class="[overflow-wrap:anywhere]">{invitedBy}</bdi>}
            time={<Time at={created} />}
          />
        </p>
      </div>
      {context.may("manageTeam") ? (
        <div class="flex flex-wrap gap-2">
          <ButtonForm action={`${path}/resend`} csrf={csrf} label={words.sendAgain} icon="send" />
          <ButtonForm action={`${path}/revoke`} csrf={csrf} label={words.withdraw} class="btn btn-sm text-error" />
        </div>
      ) : null}
    </li>
  );
}

/** What one member gives back alone; more waits for a colleague. */
function Refunds({
  context: { home, csrf },
  alone,
  limit,
}: Pick<Props, "context"> & { alone: Cents | null; limit: TypedLimit | null }): JSX.Element {
  const words = useWords(teamWords);
  const problem = limit === null ? null : words[`problem_${limit.problem}`];
  return (
    <Section title={words.refunds} lead={words.refundsLead}>
      <Form action={`${home}/team/refunds`} csrf={csrf} class="max-w-lg">
        <Field label={words.refundsMax} name="max" hint={words.refundsHint} problem={problem}>
          <AmountInput
            name="max"
            value={limit?.typed ?? (alone === null ? "" : formatMoney(alone))}
            problem={problem}
            hasHint
          />
        </Field>
        <button type="submit" class="btn btn-primary">
          {words.save}
        </button>
      </Form>
    </Section>
  );
}

function Invite({
  context: { home, csrf },
  problem,
  typed,
}: {
  context: ConsoleContext;
  problem: InviteProblem | null;
  typed: FormFields;
}): JSX.Element {
  const words = useWords(teamWords);
  const problems = useWords(problemWords);
  const chosen = ROLES.find((role) => role === typed["role"]) ?? "developer";
  return (
    <Section title={words.invite} lead={words.inviteLead}>
      <Form action={`${home}/team/invite`} csrf={csrf} class="max-w-lg">
        <Input
          name="email"
          label={words.email}
          type="address"
          autocomplete="email"
          value={typed["email"] ?? ""}
          problem={problem === null ? null : problems[problem]}
        />
        <fieldset class="mb-4">
          <legend class="mb-1 text-sm font-medium">{words.role}</legend>
          {ROLES.map((role) => (
            <label class="flex min-h-11 cursor-pointer items-center gap-3 py-1.5 text-sm">
              <input
                type="radio"
                class="size-4.5 shrink-0 accent-primary"
                name="role"
                value={role}
                checked={role === chosen}
              />
              <span>
                <span class="font-medium">{useWords(roleWords)[role]}</span>
                <span class="muted block">{words[`can_${role}`]}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <button type="submit" class="btn btn-primary">
          {words.send}
        </button>
      </Form>
    </Section>
  );
}
