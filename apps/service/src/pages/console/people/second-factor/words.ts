/** What led here, or what came of an action, by its name in the address. */
export const SAID: Readonly<Record<string, readonly [tone: "good" | "note", text: string]>> = {
  desk: ["note", "The operators’ desk takes a second factor. Set one up to go on."],
  passkey: ["good", "Your passkey is added."],
  "passkey-removed": ["good", "The passkey is removed."],
  app: ["good", "Your authenticator app is switched off."],
};
