/** The two steps of a payout: its review, and the payout itself. */
import { payoutCurrency } from "../../../../commands/payout-currency.js";
import { requestPayout } from "../../../../commands/request-payout.js";
import { payoutProblem } from "../../../../domain/decisions/payout.js";
import { type DestinationId, type PayoutId, parseUuid } from "../../../../domain/ids.js";
import { CURRENCY } from "../../../../domain/money.js";
import type { Destination } from "../../../../domain/payouts.js";
import { countryOfAccount } from "../../../../phones/payee.js";
import { uuidv7 } from "../../../../platform/random.js";
import { listDestinations, readWallet } from "../../../../store/read/money/wallet.js";
import { readAmount } from "../../../../words/amount.js";
import type { Locale } from "../../../../words/locale.js";
import type { Answer } from "../../../kit/answer.js";
import type { FormFields } from "../../../kit/page-context.js";
import type { Handler, Posted } from "../../../kit/route.js";
import { UNPROCESSABLE } from "../../../kit/status.js";
import type { ConsoleContext } from "../../context.js";
import { payoutUrl, walletUrl } from "../../links.js";
import type { ConsoleServices } from "../../services.js";
import { isReached } from "../reached.js";
import { type Refused, refusalText } from "../refusal.js";
import { type ReviewedPayout, ReviewPage } from "../review/view.js";
import { loadWallet, type WalletServices } from "./load.js";
import { type TypedPayout, WalletPage } from "./view.js";

/** Says what a payout will do. Nothing happens yet: the payout that the next form makes gets its id here. */
export const reviewPayout: Handler<ConsoleContext, ReviewServices, Posted> = async (context, { form }, services) => {
  const { account } = context.member;
  const [wallet, destinations] = await Promise.all([
    readWallet(services.db, account),
    listDestinations(services.db, account),
  ]);
  const amount = readAmount(form["amount"] ?? "");
  const named = destinations.find(({ id }) => id === destinationIn(form));
  const to: Destination | null = named !== undefined && isReached(services, named, wallet.now) ? named : null;
  const problem = amount === null ? "bad_amount" : payoutProblem(wallet, { amount, destination: to, now: wallet.now });
  if (problem !== null || amount === null || to === null) {
    return refused(
      context,
      typedPayout(form, { reason: problem ?? "no_destination", wallet }, context.locale),
      services,
    );
  }
  const payout = quoted({ id: uuidv7() as PayoutId, amount, to }, services, wallet.now);
  if (payout === null)
    return refused(context, typedPayout(form, { reason: "not_offered", wallet }, context.locale), services);
  return <ReviewPage context={context} wallet={wallet} payout={payout} />;
};

type Asked = Omit<ReviewedPayout, "quote">;

/** What of a payout arrives, promised for this payout alone; null where nobody pays so much out in the destination's currency now. */
function quoted(asked: Asked, { providers, rates, quotes }: ReviewServices, now: number): ReviewedPayout | null {
  const currency = payoutCurrency({ providers, rates }, asked.to, now);
  if (currency === CURRENCY) return { ...asked, quote: null };
  const offer = currency === null ? null : quotes.offerOut(asked.amount, currency, now);
  if (offer === null) return null;
  const wanted = { amount: offer.asked, currency: offer.currency, country: countryOfAccount(asked.to) };
  if (providers.forPayout(asked.to, wanted) === null) return null;
  return { ...asked, quote: { offer, signed: quotes.sign(aboutOf(asked.id, asked.to.id), offer) } };
}

const aboutOf = (payout: PayoutId, destination: DestinationId): string => `payout ${payout} ${destination}`;

type ReviewServices = WalletServices & Pick<ConsoleServices, "quotes">;
type PayoutServices = ReviewServices & Pick<ConsoleServices, "executor">;

/** Does what the review said; sent twice, once. What has changed meanwhile is told on the form. */
export const payOut: Handler<ConsoleContext, PayoutServices, Posted> = async (context, { form }, services) => {
  const { account } = context.member;
  const id = parseUuid("payout", form["id"] ?? "");
  const amount = readAmount(form["amount"] ?? "");
  const destination = destinationIn(form);
  if (id === null || amount === null || destination === null) return walletUrl(context);
  const { now } = context.seller;
  const given = form["quote"];
  const quote = given === undefined ? null : services.quotes.read(aboutOf(id, destination), given, now);
  const order = { account, id, destination, amount, quote, requestedBy: context.seller.id };
  const told =
    given !== undefined && quote === null
      ? ({ ok: false, reason: "quote_passed" } as const)
      : await requestPayout(services, order);
  if (told.ok) return payoutUrl(context, told.value.payout);
  const wallet = await readWallet(services.db, account);
  if (told.reason === "quote_passed" || (told.reason === "not_offered" && quote === null)) {
    const to = (await listDestinations(services.db, account)).find((one) => one.id === destination);
    const anew = to === undefined ? null : quoted({ id, amount, to }, services, wallet.now);
    if (anew !== null)
      return { status: UNPROCESSABLE, page: <ReviewPage context={context} wallet={wallet} payout={anew} isNew /> };
  }
  return refused(context, typedPayout(form, { reason: told.reason, wallet }, context.locale), services);
};

async function refused(context: ConsoleContext, typed: TypedPayout, services: WalletServices): Promise<Answer> {
  const wallet = await loadWallet(context, services);
  return { status: UNPROCESSABLE, page: <WalletPage context={context} {...wallet} typed={typed} /> };
}

const typedPayout = (form: FormFields, refused: Refused, locale: Locale): TypedPayout => ({
  amount: (form["amount"] ?? "").slice(0, 24),
  destination: form["destination"] ?? "",
  problem: {
    field: refused.reason === "no_destination" || refused.reason === "new_destination" ? "destination" : "amount",
    text: refusalText(refused, locale),
  },
});

const destinationIn = (form: FormFields): DestinationId | null => parseUuid("destination", form["destination"] ?? "");
