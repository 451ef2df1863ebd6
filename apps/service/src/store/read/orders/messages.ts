/**
 * What was written about an order, for one of those who may read it: the two sides of a channel, and operators. An order is read with
 * the newest of each channel.
 */
import type { EvidenceType } from "../../../domain/evidence.js";
import type { AccountId, EscrowId, EvidenceId } from "../../../domain/ids.js";
import { CHANNELS_OF, type Channel, type MessageSide } from "../../../domain/messages.js";
import type { Queryable } from "../../../platform/database.js";

/** A file as pages name it. */
export type HeldFile = {
  readonly id: EvidenceId;
  readonly name: string;
  readonly type: EvidenceType;
  readonly bytes: number;
};

export type OrderMessage = {
  /** Its place among all of the order. */
  readonly number: number;
  readonly channel: Channel;
  readonly author: MessageSide;
  /** Who of a team, for the team; who of all, for operators. Null where that is nobody's business. */
  readonly name: string | null;
  /** "" once it was erased. */
  readonly text: string;
  readonly isErased: boolean;
  readonly answerBy: number | null;
  readonly created: number;
  /** Whether the reader is who it was written to, and has not seen it before. */
  readonly isUnread: boolean;
  readonly isAnswered: boolean;
  readonly files: readonly HeldFile[];
};

/** Of a channel, as many as a page shows. */
const MESSAGES_SHOWN = 20;

export type MessageAsJson = readonly [
  number: number,
  channel: Channel,
  author: MessageSide,
  name: string | null,
  text: string,
  isErased: boolean,
  answerBy: number | null,
  created: number,
  isRead: boolean,
  isAnswered: boolean,
  files: readonly (readonly [id: EvidenceId, name: string, type: EvidenceType, bytes: number])[] | null,
];

const NAMES: Readonly<Record<MessageSide, string>> = {
  buyer: "null",
  merchant: "(select s.name from sellers s where s.id = m.author_id and m.author = 'merchant')",
  operator:
    "(select case m.author when 'operator' then s.email else s.name end from sellers s where s.id = m.author_id)",
};

/** As JSON, oldest first: of each channel the newest, and one more where there are more. By the primary key. @param of.escrow expressions of SQL, as the others. */
export const messagesAsJson = (
  reader: MessageSide,
  {
    account,
    escrow,
    before = "null::integer",
  }: { readonly account: string; readonly escrow: string; readonly before?: string },
): string => `
    (select json_agg(json_build_array(m.number, m.channel, m.author, ${NAMES[reader]}, m.text, m.erased_at is not null, m.answer_by,
       m.created, m.read_at is not null, m.answered_at is not null,
       (select json_agg(json_build_array(f.id, f.name, f.type, octet_length(f.content)) order by f.position) from message_files f
        where f.account_id = m.account_id and f.escrow_id = m.escrow_id and f.number = m.number)) order by m.number)
     from unnest('{${CHANNELS_OF[reader].join(",")}}'::text[]) as own (channel)
     cross join lateral (
       select * from order_messages where account_id = ${account} and escrow_id = ${escrow} and channel = own.channel
         and (${before} is null or number < ${before})
       order by number desc limit ${MESSAGES_SHOWN + 1}
     ) m)`;

export const messagesFromJson = (reader: MessageSide, rows: readonly MessageAsJson[] | null): readonly OrderMessage[] =>
  (rows ?? []).map(([number, channel, author, name, text, isErased, answerBy, created, isRead, isAnswered, files]) => ({
    number,
    channel,
    author,
    name,
    text,
    isErased,
    answerBy,
    created,
    isUnread: !isRead && author !== reader && (reader !== "operator" || channel !== "buyer_seller"),
    isAnswered,
    files: (files ?? []).map(([id, fileName, type, bytes]) => ({ id, name: fileName, type, bytes })),
  }));

/** What one reader sees of a channel: oldest first, and whether older ones are left out. */
export type Thread = {
  readonly channel: Channel;
  readonly messages: readonly OrderMessage[];
  readonly hasEarlier: boolean;
};

export function threadOf({ messages }: { readonly messages: readonly OrderMessage[] }, channel: Channel): Thread {
  const all = messages.filter((one) => one.channel === channel);
  return { channel, messages: all.slice(-MESSAGES_SHOWN), hasEarlier: all.length > MESSAGES_SHOWN };
}

/** When an operator last wrote in a thread; null for never, as in one between buyer and seller. */
export const lastAskedIn = ({ messages }: Thread): number | null =>
  messages.findLast(({ author }) => author === "operator")?.created ?? null;

type Address = { readonly account: AccountId; readonly escrow: EscrowId };

/** Those before one, by its number. */
export async function listMessagesBefore(
  db: Queryable,
  { account, escrow }: Address,
  { reader, before }: { readonly reader: MessageSide; readonly before: number },
): Promise<readonly OrderMessage[]> {
  const of = { account: "$1::bigint", escrow: "$2::uuid", before: "$3::integer" };
  const [row] = await db.query<{ messages: readonly MessageAsJson[] | null }>({
    name: `list messages before as ${reader}`,
    text: `select ${messagesAsJson(reader, of)} as messages`,
    values: [account, escrow, before],
  });
  return messagesFromJson(reader, row?.messages ?? null);
}

/** Null unless the file is there, in a channel that the reader sees. */
export async function findMessageFile(
  db: Queryable,
  { account, escrow, id }: Address & { readonly id: EvidenceId },
  reader: MessageSide,
): Promise<{ readonly name: string; readonly type: EvidenceType; readonly content: Buffer } | null> {
  const [row] = await db.query<{ name: string; type: EvidenceType; content: Buffer }>({
    name: "find message file",
    text: `
      select f.name, f.type, f.content
      from message_files f
      join order_messages m on m.account_id = f.account_id and m.escrow_id = f.escrow_id and m.number = f.number
      where f.account_id = $1 and f.escrow_id = $2 and f.id = $3 and m.channel = any($4::text[])`,
    values: [account, escrow, id, CHANNELS_OF[reader]],
  });
  return row ?? null;
}
