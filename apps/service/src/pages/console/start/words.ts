/** What came of the last action, by the code in the address. */
export const SAID: Readonly<Record<string, string>> = {
  kept: "Run the lines of the second step: it is ticked off as soon as your session is there.",
  pinged: "A test event is on its way: the third step is ticked off when your server has answered it.",
};
