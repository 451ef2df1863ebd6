/** Which account: the one that there is, a choice of several, or a new one. */
import type { FastifyInstance } from "fastify";
import type { JSX } from "preact";
import { isDone, type Problems, TRADING_NAME_MAX } from "../../../identity/seller-outcome.js";
import type { OpenInvitation } from "../../../identity/team.js";
import { Given } from "../../given.js";
import { Icon } from "../../icons.js";
import type { FormFields } from "../../page-context.js";
import { CONSOLE_PATH, type PersonContext } from "../context.js";
import { Person } from "../frame.js";
import { Form, Input, Lead, PlainPage, Submit } from "./parts.js";
import { personRoutes } from "./person-routes.js";
import { sentenceAbout, statusOf } from "./problems.js";

const NEW_PATH = `${CONSOLE_PATH}/new`;
const DESK_PATH = "/desk";

export const ROLE_NAMES = { owner: "Owner", developer: "Developer", support: "Support" } as const;

export function registerAccounts(app: FastifyInstance): void {
  const routes = personRoutes(app);
  const { team } = app.pageParts.people.sellers;

  routes.page("", async (person, { query }) => {
    const { memberships, email, isOperator } = person.seller;
    const [first, ...others] = memberships;
    const invitations = await team.waitingFor(email);
    const isAsked = query["choose"] !== undefined || invitations.length > 0;
    if (first !== undefined && others.length === 0 && !isAsked) return `${CONSOLE_PATH}/${first.sellerCode}`;
    if (first === undefined && isOperator && !isAsked) return DESK_PATH;
    return <Chooser person={person} invitations={invitations} hasLeft={query["said"] === "left"} />;
  });

  routes.page("/new", async (person) => <NewAccount person={person} problems={{}} typed={{}} />);

  routes.action("/new", async (person, form) => {
    const { problems, sellerCode } = await team.openAccount(person.seller.id, form["trading_name"] ?? "");
    if (isDone({ problems })) return `${CONSOLE_PATH}/${sellerCode}/start`;
    return { status: statusOf(problems), page: <NewAccount person={person} problems={problems} typed={form} /> };
  });
}

const ROW = "flex min-h-14 items-center gap-3 px-4 py-2.5 hover:bg-base-200";

function Chooser({
  person,
  invitations,
  hasLeft,
}: {
  person: PersonContext;
  invitations: readonly OpenInvitation[];
  hasLeft: boolean;
}): JSX.Element {
  const { memberships, isOperator } = person.seller;
  const isEmpty = memberships.length === 0;
  return (
    <PlainPage
      visit={person}
      title={isEmpty ? "No account yet" : "Choose an account"}
      below={<Whose person={person} />}
    >
      <Lead>
        {hasLeft ? "You have left the account. " : ""}
        {isEmpty
          ? "Open one to sell with it. To join somebody else’s, ask its owner for an invitation to your address."
          : "You can come back here from the menu."}
      </Lead>
      {isEmpty ? null : (
        <ul class="mb-4 divide-y divide-base-300 overflow-hidden rounded-field border border-base-300">
          {memberships.map(({ sellerCode, tradingName, role, suspended }) => (
            <li>
              <a class={ROW} href={`${CONSOLE_PATH}/${sellerCode}`}>
                <span class="min-w-0 flex-1">
                  <span class="block font-medium">
                    <Given text={tradingName} lines={2} />
                  </span>
                  <span class="muted block text-sm">
                    {ROLE_NAMES[role]}
                    {suspended ? " · suspended" : ""}
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
        <a class={isEmpty ? "btn btn-primary w-full" : "btn"} href={NEW_PATH}>
          <Icon name="plus" class="size-4" />
          {isEmpty ? "Open an account" : "Open another account"}
        </a>
        {isOperator ? (
          <a class="btn" href={DESK_PATH}>
            Operators’ desk
          </a>
        ) : null}
      </div>
    </PlainPage>
  );
}

const Whose = ({ person }: { person: PersonContext }): JSX.Element => (
  <div class="px-5 text-start sm:px-6">
    <Person context={person} />
  </div>
);

const Invited = ({ invitations }: { invitations: readonly OpenInvitation[] }): JSX.Element => (
  <>
    <h2 class="mb-2 font-semibold">You are invited</h2>
    <ul class="mb-4 divide-y divide-base-300 overflow-hidden rounded-field border border-base-300">
      {invitations.map(({ sellerCode, id, tradingName, role }) => (
        <li>
          <a class={ROW} href={`${CONSOLE_PATH}/invitations/${sellerCode}/${id}`}>
            <span class="min-w-0 flex-1">
              <span class="block font-medium">
                <Given text={tradingName} lines={2} />
              </span>
              <span class="muted block text-sm">As {ROLE_NAMES[role].toLowerCase()}</span>
            </span>
            <Icon name="chevron-right" class="size-4" />
          </a>
        </li>
      ))}
    </ul>
  </>
);

function NewAccount({
  person,
  problems,
  typed,
}: {
  person: PersonContext;
  problems: Problems;
  typed: FormFields;
}): JSX.Element {
  return (
    <PlainPage visit={person} title="Open another account" below={<Whose person={person} />}>
      <Lead>It has orders, money, keys and a team of its own, and you are its owner.</Lead>
      <Form action={NEW_PATH} csrf={person.csrf}>
        <Input
          name="trading_name"
          label="Trading name"
          autocomplete="organization"
          maxLength={TRADING_NAME_MAX}
          hint="What its buyers see when they pay."
          value={typed["trading_name"] ?? ""}
          problem={sentenceAbout(problems, "trading_name")}
        />
        <Submit>Open the account</Submit>
      </Form>
    </PlainPage>
  );
}
