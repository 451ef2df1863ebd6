/** What came of an action, by its name in the address. */
export const SAID: Readonly<Record<string, string>> = {
  renamed: "Your name is changed.",
  password: "Your password is changed, and all other browsers are signed out.",
  "second-factor-off": "Your second factor is off.",
  ended: "That browser is signed out.",
};
