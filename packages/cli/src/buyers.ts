/** `holdfast buyer …` */
import * as admin from "@holdfast/service/admin";
import { type Entering, run } from "./run.js";

export function enterBuyers({ group, add }: Entering): void {
  const buyer = group("buyer", "buyers");
  add(
    buyer,
    "erase <address>",
    "erase an address from sign-ins, mails and logs; orders, money and events stay as they are",
  ).action((address: string, options: { json?: boolean }) =>
    run(options.json === true, async (db, config) => {
      const value = await admin.eraseBuyer(db, address, config);
      const { email, sessions, codes, mails, requests, answers, notes, messages } = value;
      const text = `${email} is erased: ${sessions} sessions, ${codes} codes, ${mails} mails, ${requests} logged requests, ${answers} answers of webhooks, ${notes} notes of sellers, ${messages} messages.`;
      return { value, text };
    }),
  );
}
