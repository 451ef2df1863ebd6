/**
 * Writes what people say to each other about an order. A message, its files, the mail to the other side and, of an operator's
 * question, the line of the audit log are one statement. The trigger check_order_message counts, numbers and bounds.
 */
import type { NewEvidence } from "../../domain/evidence.js";
import type { AccountId, EscrowId, MessageId } from "../../domain/ids.js";
import { CHANNELS_OF, type Channel, type MessageSide } from "../../domain/messages.js";
import type { Queryable } from "../../platform/database.js";
import { buyerMailsSql, sellerMailsSql } from "./mails.js";

export type NewMessage = {
  readonly account: AccountId;
  readonly escrow: EscrowId;
  /** Named by the form, so that one that is sent twice is one. */
  readonly id: MessageId;
  readonly channel: Channel;
  readonly author: MessageSide;
  /** Of a member or an operator; null for the buyer. */
  readonly authorId: string | null;
  readonly text: string;
  readonly files: readonly NewEvidence[];
};

/** What an operator's message has besides. */
export type Question = {
  /** The mail address, as the log names operators. */ readonly operator: string;
  readonly answerBy: number | null;
};

const FILES = [1, 2, 3] as const;
const FIRST_FILE = 10;

const FILE_ROWS = FILES.map((position, index) => {
  const at = FIRST_FILE + index * 4;
  return `(${position}::smallint, $${at}::uuid, $${at + 1}::text, $${at + 2}::text, $${at + 3}::bytea)`;
}).join(", ");

const PARAMS = `jsonb_build_object('escrow', of_order.id, 'title', of_order.title, 'reference', of_order.reference_code,
  'text', $7::text, 'answer_by', $8::bigint, 'files', $9::integer)`;

/** To the other side, unless it was told lately. */
function toldSql({ channel, author }: Pick<NewMessage, "channel" | "author">): string | null {
  const mailed = { from: "of_order join written on written.is_mailed", account: "of_order.account_id", params: PARAMS };
  if (author === "buyer")
    return channel === "buyer_seller" ? sellerMailsSql({ ...mailed, ...TO_SELLER.message }) : null;
  if (author === "merchant" && channel !== "buyer_seller") return null;
  if (channel === "operator_seller") return sellerMailsSql({ ...mailed, ...TO_SELLER.question });
  const template = author === "operator" ? "'order_question'" : "'order_message'";
  return buyerMailsSql({ ...mailed, recipient: "of_order.buyer_email", template });
}

const TO_SELLER = {
  message: { kind: "message", template: "'seller_order_message'" },
  question: { kind: "message", template: "'seller_order_question'" },
} as const;

const LOGGED = `
  insert into operator_actions (operator_id, operator, action, account_id, escrow_id, subject, after, reason, created)
  select $6::uuid, $${FIRST_FILE + 12}, 'ask_question', of_order.account_id, of_order.id, of_order.reference_code,
    jsonb_build_object('asked', case $4::text when 'operator_buyer' then 'buyer' else 'seller' end), $7::text, service_now()
  from of_order cross join written`;

/** @throws a violation of order_messages_closed or order_messages_fifty, or of the rules of the operators' log. */
export async function insertMessage(db: Queryable, message: NewMessage, question: Question | null): Promise<void> {
  const { account, escrow, id, channel, author, authorId, text, files } = message;
  const told = toldSql(message);
  await db.query({
    name: `insert message ${channel} ${author}`,
    text: `
      with of_order as materialized (
        select account_id, id, title, reference_code, buyer_email from escrows where account_id = $1 and id = $2
      ),
      written as (
        insert into order_messages (account_id, escrow_id, number, id, channel, author, author_id, text, answer_by, created, is_mailed)
        select account_id, id, 1, $3::uuid, $4::text, $5::text, $6::uuid, $7::text, $8::bigint, service_now(), false from of_order
        returning number, is_mailed
      ),
      handed_in as (
        insert into message_files (account_id, escrow_id, id, number, position, name, type, content)
        select $1, $2, file.id, written.number, file.position, file.name, file.type, file.content
        from written cross join (values ${FILE_ROWS}) as file (position, id, name, type, content)
        where file.id is not null and $9::integer >= file.position
      )${told === null ? "" : `, told as (${told})`}${question === null ? "" : `, logged as (${LOGGED})`}
      select 1 from written`,
    values: [
      account,
      escrow,
      id,
      channel,
      author,
      authorId,
      text,
      question?.answerBy ?? null,
      files.length,
      ...FILES.flatMap((position) => fileValues(files[position - 1])),
      ...(question === null ? [] : [question.operator]),
    ],
  });
}

// The same bytes: the driver sends a Buffer as it is, and any other array of bytes as text.
const fileValues = (file: NewEvidence | undefined): readonly unknown[] =>
  file === undefined
    ? [null, null, null, null]
    : [
        file.id,
        file.name,
        file.type,
        Buffer.from(file.content.buffer, file.content.byteOffset, file.content.byteLength),
      ];

type Address = { readonly account: AccountId; readonly escrow: EscrowId };

/** What a side was shown, up to a number; nothing while the account moves to another cell. */
export async function markMessagesRead(
  db: Queryable,
  { account, escrow }: Address,
  { reader, through }: { readonly reader: MessageSide; readonly through: number },
): Promise<void> {
  await db.query({
    name: "mark messages read",
    text: `
      update order_messages m set read_at = service_now() from accounts a
      where a.id = $1 and not a.moving and m.account_id = $1 and m.escrow_id = $2 and m.number <= $3 and m.read_at is null
        and m.author <> $4 and m.channel = any($5::text[])`,
    values: [
      account,
      escrow,
      through,
      reader,
      CHANNELS_OF[reader].filter((channel) => reader !== "operator" || channel !== "buyer_seller"),
    ],
  });
}

/** What the buyer wrote to the seller needs no answer. */
export async function settleMessages(db: Queryable, { account, escrow }: Address): Promise<void> {
  await db.query({
    name: "settle messages",
    text: `
      update order_messages set answered_at = service_now()
      where account_id = $1 and escrow_id = $2 and channel = 'buyer_seller' and author = 'buyer' and answered_at is null`,
    values: [account, escrow],
  });
}
