/** What led here, or what came of an action, by its name in the address. */
export const SAID: Readonly<Record<string, readonly [tone: "good" | "note", text: string]>> = {
  desk: ["note", "The operators’ desk requires a second factor. Set one up to continue."],
  passkey: ["good", "Your passkey was added."],
  "passkey-removed": ["good", "The passkey was removed."],
  app: ["good", "Your authenticator app is turned off."],
};
