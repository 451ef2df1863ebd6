/** What came of the last action, by the code in the address. */
export const SAID: Readonly<Record<string, string>> = {
  kept: "Run the code in step 2. The step completes once your session is created.",
  pinged: "A test event is on its way. Step 3 completes once your server responds.",
};
