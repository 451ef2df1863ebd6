/**
 * Sandbox only: the pages on which a person plays phone, card issuer and bank. They act on the simulated providers alone;
 * what the order learns of it, it learns by their notices.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { JSX } from "preact";
import { type Cents, parseMoney } from "../../domain/money.js";
import type { Queryable } from "../../platform/database.js";
import { SANDBOX, type SandboxName } from "../../providers/sandbox/names.js";
import {
  answerChallenge,
  answerPhone,
  type BankPayment,
  findPlayed,
  type Played,
  transferMoney,
  typeCard,
} from "../../providers/sandbox/play.js";
import { HTML_TYPE, renderPage } from "../kit/document.js";
import { type FormFields, openPage, readForm, seeOther } from "../kit/page-context.js";
import { PageRefusal } from "../kit/refusal.js";
import type { Site } from "../kit/site.js";
import { BankPage } from "./bank.js";
import { CardPage } from "./card.js";
import type { PlayProps } from "./frame.js";
import { PhonePage } from "./phone.js";

type PlayRoute = { readonly Params: { readonly reference: string }; readonly Querystring: { readonly said?: unknown } };
type Play = (db: Queryable, reference: string, form: FormFields) => Promise<Played>;

const PLAYS: Readonly<Record<SandboxName, { readonly Page: (props: PlayProps) => JSX.Element; readonly play: Play }>> =
  {
    "sandbox-card": { Page: CardPage, play: playCard },
    "sandbox-mobile-money": {
      Page: PhonePage,
      play: (db, reference, { answer, pin = "" }) =>
        answerPhone(db, reference, answer === "decline" ? { kind: "decline" } : { kind: "approve", pin }),
    },
    "sandbox-bank": { Page: BankPage, play: playBank },
  };

export function registerPlays(app: FastifyInstance, { db }: { readonly db: Queryable }, site: Site): void {
  if (!site.isSandbox) return;
  for (const name of Object.keys(PLAYS) as SandboxName[]) {
    const path = `${SANDBOX[name].path}/:reference`;
    app.get<PlayRoute>(path, { config: { page: true } }, (request, reply) => show(db, name, request, reply));
    app.post<PlayRoute>(path, { config: { page: true } }, async (request, reply) => {
      const form = readForm(request);
      const { reference } = request.params;
      const order = await find(db, name, reference);
      const said = await PLAYS[name].play(db, reference, form);
      const back = backOf(order);
      // A card issuer sends its payer back when it is done; phone and bank are devices of their own.
      const isDone = name === "sandbox-card" && (said === "approved" || said === "declined");
      return seeOther(reply, isDone && back !== null ? back : `${SANDBOX[name].path}/${reference}?said=${said}`);
    });
  }
}

/** @throws PageRefusal not_found */
async function find(db: Queryable, name: SandboxName, reference: string): Promise<BankPayment> {
  const order = /^HF[0-9A-Z]{12}$/.test(reference) ? await findPlayed(db, name, reference) : null;
  if (order === null) throw new PageRefusal("not_found");
  return order;
}

async function show(
  db: Queryable,
  name: SandboxName,
  request: FastifyRequest<PlayRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const order = await find(db, name, request.params.reference);
  const context = await openPage(request, reply);
  const { Page } = PLAYS[name];
  const said = SAID.find((one) => one === request.query.said) ?? null;
  return reply
    .type(HTML_TYPE)
    .send(renderPage(<Page context={context} order={order} said={said} back={backOf(order)} />));
}

const SAID: readonly Played[] = ["approved", "declined", "wrong_pin", "challenged", "invalid", "received", "too_late"];

/** The order's page is one of ours: its path is enough, by whichever name a browser has found us. */
const backOf = ({ returnUrl }: BankPayment): string | null => {
  const url = returnUrl === null ? null : URL.parse(returnUrl);
  return url?.pathname.startsWith("/pay/") === true ? url.pathname : null;
};

function playCard(db: Queryable, reference: string, { number, challenge }: FormFields): Promise<Played> {
  return challenge === undefined
    ? typeCard(db, reference, number ?? "")
    : answerChallenge(db, reference, challenge === "pass");
}

async function playBank(db: Queryable, reference: string, { amount = "" }: FormFields): Promise<Played> {
  const cents = amountIn(amount);
  return cents === null ? "invalid" : transferMoney(db, reference, cents);
}

/** "256.45", "256,45", "1,000" is refused: people type amounts in many ways, and money is not guessed at. */
function amountIn(typed: string): Cents | null {
  const text = typed.trim().replace(",", ".");
  const amount = parseMoney(/^\d+$/.test(text) ? `${text}.00` : text);
  return amount === null || amount === 0n ? null : amount;
}
