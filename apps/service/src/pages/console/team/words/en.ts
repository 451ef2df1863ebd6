/** The words of an account's team. */
export const en = {
  team: {
    title: "Team",
    lead: "Members of this account and what they can do.",
    members: "Members",
    invitations: "Invitations",
    you: "you",
    since: "since {time}",
    secondFactor: "second factor",
    roleOf: (name: string) => `Role of ${name}`,
    change: "Change",
    leave: "Leave",
    leaveText: "You need a new invitation to come back.",
    leaveAccount: "Leave this account",
    remove: "Remove",
    removeText: "This person loses access to the account at once.",
    expired: "Expired",
    fromCommandLine: "From the command line, {time}",
    invitedBy: "By {name}, {time}",
    sendAgain: "Send again",
    withdraw: "Withdraw",
    invite: "Invite a colleague",
    inviteLead: "We email them a link to sign in or sign up with that address.",
    email: "Email address",
    role: "Role",
    send: "Send invitation",
    /** What each role can do. */
    can_owner: "Everything, including payouts, settings and this team.",
    can_developer: "Orders and disputes, API keys and webhooks.",
    can_support: "Can see everything, but can't change anything.",
  },
  /** What came of an action, by its name in the address. */
  said: {
    invited: "Invitation sent. Its link works for 7 days.",
    revoked: "Invitation withdrawn. Its link no longer works.",
    changed: "Role changed.",
    removed: "Member removed.",
    "last-owner": "An account needs at least one owner. Make someone else an owner first.",
  },
  /** Why no invitation was sent. */
  problems: {
    email_invalid: "Enter an email address, such as ada@example.com.",
    email_letters:
      "We can only send to addresses with plain letters (a–z), digits and signs before the @, such as ada@example.com. Enter another email address.",
    member_already: "This person is already a member.",
    too_many: "You've reached today's limit for invitations. Try again tomorrow.",
  },
};
