/** The address of an account: it changes when somebody who reads mail at the new one says so, and the old one is told. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { renderMail } from "../../src/mails/render.js";
import { forgetAccountEmails } from "../../src/store/queue/retention.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { newVisitor, type Page, textOf } from "../visitor.js";
import { mailsTo, newEmail, post } from "./people.js";
import { consoleOf, newPerson, type Person } from "./seller.js";

let world: World;
beforeAll(async () => {
  world = await startWorld({ role: "web" });
});
afterAll(() => world?.close());

let shop: Merchant;
let owner: Person;
async function opened(): Promise<void> {
  shop = await world.merchant("Kitenge House");
  owner = await newPerson(world, shop);
}

const settings = (path = ""): string => `${consoleOf(shop)}/settings${path}`;
const ask = (email: string, by: Person = owner): Promise<Page> =>
  by.post(settings("/account-email"), { account_email: email });

async function accountEmail(): Promise<string | undefined> {
  const text = "select email from accounts where id = $1";
  const [row] = await world.db.query<{ email: string }>({ name: "test: account email", text, values: [shop.account] });
  return row?.email;
}

/** Where the last mail to the address leads. */
async function linkIn(email: string): Promise<string> {
  const [mail] = await mailsTo(world, email);
  expect(mail?.template).toBe("seller_account_email_link");
  return /https:\/\/pay\.example(\/console\/account-email\/\S+)/.exec(
    renderMail(mail!, "https://pay.example").text,
  )![1]!;
}

test("an owner asks, the link in the mail to the new address is confirmed once, and the old one and all owners are told", async () => {
  await opened();
  const [before, after] = [await accountEmail(), newEmail()];
  const asked = await ask(`  ${after.toUpperCase()} `);
  expect([asked.status, asked.headers.get("location")]).toEqual([303, `${settings()}?said=accountEmail`]);
  const link = await linkIn(after);
  expect(textOf((await owner.get(settings())).html)).toContain(`A link was sent to ${after}`);

  // Nobody is signed in where the mail is read, and a program that opens the link changes nothing.
  const reader = newVisitor(world);
  expect(textOf((await reader.get(link)).html)).toContain(`${after} is to be the email address of Kitenge House`);
  expect(await accountEmail()).toBe(before);
  const confirmed = await post(reader, link);
  expect([confirmed.status, textOf(confirmed.html)]).toEqual([200, expect.stringContaining("was changed")]);
  expect(await accountEmail()).toBe(after);
  expect(textOf((await owner.get(settings())).html)).not.toContain("A link was sent to");

  const [told] = await mailsTo(world, before!);
  expect(told).toMatchObject({
    template: "seller_account_email_changed",
    params: { after, trading_name: "Kitenge House" },
  });
  expect(renderMail(told!, "https://pay.example").text).toContain("change your password");
  expect((await mailsTo(world, owner.email))[0]).toMatchObject({
    template: "seller_access_changed",
    params: { what: "account_email_changed", subject: `${before} → ${after}`, by: "Ada Byron" },
  });
  expect(textOf((await owner.get(`${consoleOf(shop)}/security`)).html)).toContain("Account email changed");

  expect([(await reader.get(link)).status, (await post(reader, link)).status]).toEqual([410, 410]);
});

test("a link works for an hour, for the last address that was asked for, while who asked is an owner", async () => {
  await opened();
  const before = await accountEmail();
  const change = (sql: string, values: readonly unknown[] = [shop.account]) =>
    world.db.query({ name: `test: ${sql.slice(0, 40)}`, text: sql, values });
  const over = async (link: string): Promise<void> => {
    expect((await post(newVisitor(world), link)).status).toBe(410);
    expect(await accountEmail()).toBe(before);
  };
  const [first, second, third, fourth] = [newEmail(), newEmail(), newEmail(), newEmail()];
  await ask(first);
  const replaced = await linkIn(first);
  await ask(second);
  await over(replaced);
  await change("update accounts set email_next_until = clock_timestamp() where id = $1");
  await over(await linkIn(second));
  expect(textOf((await owner.get(settings())).html)).not.toContain(second);
  await forgetAccountEmails(world.db);
  expect(await change("select email_next from accounts where id = $1")).toEqual([{ email_next: null }]);

  await ask(third);
  await owner.post(settings("/account-email/give-up"));
  await over(await linkIn(third));
  await ask(fourth);
  await newPerson(world, shop);
  await change("delete from team_members where account_id = $1 and seller_id = $2", [shop.account, owner.sellerId]);
  await over(await linkIn(fourth));
});

test("only an owner who proved who they are asks, for an address, and five times a day", async () => {
  await opened();
  const developer = await newPerson(world, shop, { role: "developer" });
  const stolen = await newPerson(world, shop, { proofAge: 901 });
  expect([(await ask(newEmail(), developer)).status, (await ask(newEmail(), stolen)).status]).toEqual([403, 307]);
  const wrong = await ask("ada at home");
  expect([wrong.status, wrong.html.includes('aria-invalid="true"')]).toEqual([422, true]);
  expect(textOf(wrong.html)).toContain("Enter an email address");
  const asked: number[] = [];
  for (let turn = 0; turn < 6; turn += 1) asked.push((await ask(newEmail())).status);
  expect(asked).toEqual([303, 303, 303, 303, 303, 429]);
  expect((await newVisitor(world).get(`/console/account-email/${shop.sellerCode}/nothing`)).status).toBe(410);
});

test("an address that another account has is refused to those who read its mail, and to nobody else", async () => {
  await opened();
  const taken = (await accountEmail())!;
  await opened();
  const before = await accountEmail();
  expect((await ask(taken)).status).toBe(303);
  const answer = await post(newVisitor(world), await linkIn(taken));
  expect([answer.status, textOf(answer.html)]).toEqual([409, expect.stringContaining("can’t be used")]);
  expect(await accountEmail()).toBe(before);
});
