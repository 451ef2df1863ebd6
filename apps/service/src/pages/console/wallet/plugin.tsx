/** The wallet in the console. Everybody of the account may look; what moves money, or says where it may go, takes `payOut`. */
import { Readable } from "node:stream";
import {
  addDestination,
  cancelPayout,
  type PayoutRefusal,
  removeDestination,
  requestPayout,
  type TypedDestination,
} from "../../../commands/payouts.js";
import { payoutProblem } from "../../../domain/decisions/payout.js";
import { type DestinationId, type PayoutId, parseUuid } from "../../../domain/ids.js";
import { boundsOf, DESTINATION_KINDS, type Destination } from "../../../domain/payouts.js";
import { uuidv7 } from "../../../platform/random.js";
import {
  findPayout,
  LINE_KINDS,
  linesAfter,
  listDestinations,
  listLines,
  listPayouts,
  type PayoutView,
  readWallet,
  type WalletView,
} from "../../../store/read/money/wallet.js";
import { readAmount } from "../../../words/amount.js";
import type { FormFields } from "../../page-context.js";
import { PageRefusal } from "../../refusal.js";
import type { ConsoleContext } from "../context.js";
import { pageIn } from "../paging.js";
import type { Answer, Asked, ConsoleRoutes } from "../routes.js";
import type { ConsoleServices, RegisterPart } from "../services.js";
import { statementCsv } from "./csv.js";
import { DestinationsPage, NewDestinationPage } from "./destinations-page.js";
import { isMoving, PayoutPage, versionOf } from "./payout-page.js";
import { PayoutsPage } from "./payouts-page.js";
import { destinationsUrl, payoutUrl, walletUrl } from "./pieces.js";
import { ReviewPage } from "./review-page.js";
import { StatementPage } from "./statement-page.js";
import { type TypedPayout, WalletPage } from "./wallet-page.js";
import { BAD_AMOUNT, refusalText } from "./words.js";

/** Something typed has to be put right first (RFC 9110, section 15.5.21). */
const UNPROCESSABLE = 422;
/** Payouts on the page of the wallet itself. */
const LAST_PAYOUTS = 5;
const NOTHING_TYPED: TypedPayout = { amount: "", destination: "", problem: null };

export const registerWallet: RegisterPart = (routes, services) => {
  const { db } = services;
  routes.page("/wallet", "read", (context, { query }) =>
    walletPage(context, services, { typed: NOTHING_TYPED, said: query["said"] }),
  );
  registerPayouts(routes, services);
  registerDestinations(routes, services);
  routes.page("/wallet/statement", "read", async (context, { query }) => {
    const kind = LINE_KINDS.find((one) => one === query["kind"]) ?? null;
    const page = await listLines(db, context.member.account, { kind, page: pageIn(query, "number") });
    return <StatementPage context={context} kind={kind} page={page} />;
  });
  routes.page("/wallet/statement.csv", "read", async ({ member }, { reply }) => {
    const csv = statementCsv((after) => linesAfter(db, member.account, after));
    return reply
      .type("text/csv; charset=utf-8; header=present")
      .header("Content-Disposition", `attachment; filename="statement-${member.sellerCode}.csv"`)
      .send(Readable.from(csv));
  });
};

async function walletPage(
  context: ConsoleContext,
  { db }: ConsoleServices,
  { typed, said }: { readonly typed: TypedPayout; readonly said?: string | undefined },
): Promise<Answer> {
  const { account } = context.member;
  const [wallet, destinations, payouts] = await Promise.all([
    readWallet(db, account),
    listDestinations(db, account),
    listPayouts(db, account, { limit: LAST_PAYOUTS, from: null }),
  ]);
  const props = { context, wallet, destinations, payouts: payouts.rows, hasMore: payouts.hasOlder, typed, said };
  const page = <WalletPage {...props} />;
  return typed.problem === null ? page : { status: UNPROCESSABLE, page };
}

function registerPayouts(routes: ConsoleRoutes, services: ConsoleServices): void {
  const { db } = services;
  routes.action("/wallet/review", "payOut", (context, form) => review(context, form, services));
  // Where the form is loaded anew that was looked at.
  routes.page("/wallet/review", "read", async (context) => walletUrl(context));
  routes.page("/wallet/payouts", "read", async (context, { query }) => {
    const page = await listPayouts(db, context.member.account, pageIn(query, "number"));
    return <PayoutsPage context={context} page={page} />;
  });
  routes.action("/wallet/payouts", "payOut", (context, form) => confirm(context, form, services));
  routes.page("/wallet/payouts/:payout", "read", async (context, asked) => {
    const payout = await payoutIn(context, asked, services);
    if (isMoving(payout)) asked.reply.headers(context.site.waitingHeaders);
    return <PayoutPage context={context} payout={payout} said={asked.query["said"]} />;
  });
  routes.page("/wallet/payouts/:payout/status", "read", async (context, asked) =>
    asked.reply.send({ version: versionOf(await payoutIn(context, asked, services)) }),
  );
  routes.action("/wallet/payouts/:payout/cancel", "payOut", async (context, _form, asked) => {
    const { id } = await payoutIn(context, asked, services);
    const told = await cancelPayout(services, { account: context.member.account, payout: id });
    return `${payoutUrl(context, id)}?said=${told.ok ? "cancelled" : "late"}`;
  });
}

/** @throws PageRefusal not_found for what is not the account's. */
async function payoutIn(context: ConsoleContext, { params }: Asked, { db }: ConsoleServices): Promise<PayoutView> {
  const id = parseUuid("payout", params["payout"] ?? "");
  const payout = id === null ? null : await findPayout(db, context.member.account, id);
  if (payout === null) throw new PageRefusal("not_found");
  return payout;
}

const refusedPayout = (form: FormFields, reason: PayoutRefusal | "bad_amount", wallet: WalletView): TypedPayout => ({
  amount: (form["amount"] ?? "").slice(0, 24),
  destination: form["destination"] ?? "",
  problem: {
    field: reason === "no_destination" || reason === "new_destination" ? "destination" : "amount",
    text: reason === "bad_amount" ? BAD_AMOUNT : refusalText(reason, boundsOf(wallet)),
  },
});

const destinationIn = (form: FormFields): DestinationId | null => parseUuid("destination", form["destination"] ?? "");

/** Says what a payout will do. Nothing happens yet: the payout that the next form makes gets its id here. */
async function review(context: ConsoleContext, form: FormFields, services: ConsoleServices): Promise<Answer> {
  const { account } = context.member;
  const [wallet, destinations] = await Promise.all([
    readWallet(services.db, account),
    listDestinations(services.db, account),
  ]);
  const amount = readAmount(form["amount"] ?? "");
  const to: Destination | null = destinations.find(({ id }) => id === destinationIn(form)) ?? null;
  const problem = amount === null ? "bad_amount" : payoutProblem(wallet, { amount, destination: to, now: wallet.now });
  if (problem !== null || amount === null || to === null) {
    return walletPage(context, services, { typed: refusedPayout(form, problem ?? "no_destination", wallet) });
  }
  const payout = { id: uuidv7() as PayoutId, amount, to };
  return <ReviewPage context={context} wallet={wallet} payout={payout} />;
}

/** Does what the review said; sent twice, once. What has changed meanwhile is told on the form. */
async function confirm(context: ConsoleContext, form: FormFields, services: ConsoleServices): Promise<Answer> {
  const { account } = context.member;
  const id = parseUuid("payout", form["id"] ?? "");
  const amount = readAmount(form["amount"] ?? "");
  const destination = destinationIn(form);
  if (id === null || amount === null || destination === null) return walletUrl(context);
  const told = await requestPayout(services, { account, id, destination, amount, requestedBy: context.seller.id });
  if (told.ok) return payoutUrl(context, told.value.payout);
  const wallet = await readWallet(services.db, account);
  return walletPage(context, services, { typed: refusedPayout(form, told.reason, wallet) });
}

function registerDestinations(routes: ConsoleRoutes, { db }: ConsoleServices): void {
  routes.page("/wallet/destinations", "read", async (context, { query }) => {
    const { account } = context.member;
    const destinations = await listDestinations(db, account);
    return (
      <DestinationsPage context={context} destinations={destinations} now={context.seller.now} said={query["said"]} />
    );
  });
  routes.page("/wallet/destinations/new", "payOut", async (context, { query }) => (
    <NewDestinationPage context={context} typed={typedIn(query)} problems={{}} />
  ));
  routes.action("/wallet/destinations", "payOut", async (context, form) => {
    const typed = typedIn(form);
    const added = await addDestination(db, context.member.account, typed);
    if (added.ok) return `${destinationsUrl(context)}?said=added`;
    const page = <NewDestinationPage context={context} typed={typed} problems={added.problems} />;
    return { status: UNPROCESSABLE, page };
  });
  routes.action("/wallet/destinations/:destination/remove", "payOut", async (context, _form, { params }) => {
    const id = parseUuid("destination", params["destination"] ?? "");
    const isRemoved = id !== null && (await removeDestination(db, context.member.account, id));
    if (!isRemoved) throw new PageRefusal("not_found");
    return `${destinationsUrl(context)}?said=removed`;
  });
}

const TYPED_MAX = 200;

function typedIn(fields: FormFields): TypedDestination {
  const typed = (name: string): string => (fields[name] ?? "").slice(0, TYPED_MAX);
  const kind = DESTINATION_KINDS.find((one) => one === fields["kind"]) ?? null;
  return { kind, name: typed("name"), bank: typed("bank"), number: typed("number") };
}
