/** What came of an action, by its name in the address. */
export const SAID: Readonly<Record<string, string>> = {
  renamed: "Your name was changed.",
  password: "Your password was changed, and all other browsers were signed out.",
  "second-factor-off": "Your second factor is off.",
  ended: "That browser was signed out.",
};
