/** What travels with a mail: the seller's logo, the operator's, and the receipt with the mails that are one. */
import { parseUuid } from "../domain/ids.js";
import type { OperatorLogo } from "../domain/operator-identity.js";
import { LOGO_ID, OPERATOR_LOGO_ID, type SenderLogo } from "../mails/letter.js";
import { drawPaper } from "../papers/pdf.js";
import { billOf } from "../papers/receipt.js";
import type { Database } from "../platform/database.js";
import type { Log } from "../platform/log.js";
import { findLogo } from "../store/read/brand.js";
import { readIssuer } from "../store/read/issuer.js";
import type { MailRow } from "../store/read/mails.js";
import { listPayments, listRefunds } from "../store/read/money/payments.js";
import { findOrder } from "../store/read/orders/orders.js";
import { isLocale } from "../words/locale.js";
import { readZone, UTC } from "../words/zone.js";
import type { Enclosure } from "./smtp.js";

type Means = { readonly db: Pick<Database, "query">; readonly log: Log; readonly isSandbox: boolean };

/** Mails that say that they are a receipt. */
const RECEIPTS: readonly string[] = ["order_funded", "order_completed"];

const ENDINGS = { "image/png": "png", "image/jpeg": "jpg", "image/webp": "webp" } as const;

/** The logo that the mail's HTML shows; none when the seller has another by now. */
export async function logoFor(logo: SenderLogo | null, { db }: Pick<Means, "db">): Promise<readonly Enclosure[]> {
  const found = logo === null ? null : await findLogo(db, logo.sellerCode, logo.hash);
  return found === null ? [] : [{ name: `logo.${ENDINGS[found.type]}`, ...found, id: LOGO_ID }];
}

/** The operator's, which every mail shows where there is one. */
export const operatorLogoFor = (logo: OperatorLogo | null): readonly Enclosure[] =>
  logo === null
    ? []
    : [
        {
          name: `operator.${ENDINGS[logo.type]}`,
          type: logo.type,
          content: Buffer.from(logo.content),
          id: OPERATOR_LOGO_ID,
        },
      ];

/** The receipt as of the moment that the mail tells of, so that it is the same on every try. */
export async function receiptFor(
  { template, params, recipient, created, zone }: MailRow,
  { db, log, isSandbox }: Means,
): Promise<readonly Enclosure[]> {
  if (!RECEIPTS.includes(template)) return [];
  const { escrow: text, seller_code, locale } = params as Readonly<Record<string, unknown>>;
  const escrow = parseUuid("escrow", String(text));
  const address = escrow === null ? null : { sellerCode: String(seller_code), escrow };
  const order = address === null ? null : await findOrder(db, address, recipient.toLowerCase());
  if (order === null) return [];
  const { account, id } = order.escrow;
  const [payments, refunds, issuer] = await Promise.all([
    listPayments(db, account, id),
    listRefunds(db, account, id),
    readIssuer(db, account),
  ]);
  const at = Number(created);
  const language = isLocale(locale) ? locale : "en";
  const paper = billOf(
    { order, payments, refunds, issuer },
    { kind: "receipt", locale: language, zone: readZone(zone) ?? UTC, at, isSandbox },
  );
  const name = `receipt-${paper.number}.pdf`;
  try {
    return [{ name, type: "application/pdf", content: await drawPaper(paper, at), id: null }];
  } catch (error) {
    // The words are a receipt by themselves, and lead to the page of it: they never wait for a drawing.
    log.warn({ err: error, template }, "a mail goes without its receipt as PDF");
    return [];
  }
}
