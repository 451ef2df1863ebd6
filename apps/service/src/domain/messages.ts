/** What people write to each other about an order: between which two, how much, and for how long. The database has the same bounds. */
import type { EvidenceType } from "./evidence.js";
import type { Party } from "./model.js";
import { tidy } from "./typed.js";

/** Two talk in each, and nobody else reads it but operators. */
export const CHANNELS = ["buyer_seller", "operator_buyer", "operator_seller"] as const;
export type Channel = (typeof CHANNELS)[number];

/** Who writes, and who reads. */
export type MessageSide = Party | "operator";

export const CHANNELS_OF: Readonly<Record<MessageSide, readonly Channel[]>> = {
  buyer: ["buyer_seller", "operator_buyer"],
  merchant: ["buyer_seller", "operator_seller"],
  operator: CHANNELS,
};

/** Where an operator asks one of the two. */
export const QUESTIONS_TO = { buyer: "operator_buyer", merchant: "operator_seller" } as const satisfies Record<
  Party,
  Channel
>;

export const MESSAGE_LENGTH_MAX = 2_000;
export const MESSAGE_FILES_MAX = 3;
export const MESSAGE_TYPES = [
  "image/jpeg",
  "image/png",
  "image/webp",
  "application/pdf",
] as const satisfies readonly EvidenceType[];
/** Of one side, for one order. */
export const MESSAGES_A_DAY = 50;

/** After the end of an order, and for the answer to an operator's question. */
export const MESSAGE_DAYS = 90;
const MESSAGE_SECONDS = MESSAGE_DAYS * 86_400;

/** How long an operator gives people to answer, unless they say otherwise; and at most. */
export const ANSWER_DAYS = 3;
export const ANSWER_DAYS_MAX = 90;

export type MessageProblem = "blank" | "long" | "full" | "closed";

/** As it is kept: without space around it, and with the line ends of one system. */
export const tidyMessage = (typed: string): string => tidy(typed.replaceAll(/\r\n?/g, "\n"));

export const messageProblem = (text: string): "blank" | "long" | null =>
  text === "" ? "blank" : [...text].length > MESSAGE_LENGTH_MAX ? "long" : null;

/** Whether one of the two sides may write there. @param lastAsked when an operator last wrote there; null for never. */
export const takesMessages = (
  channel: Channel,
  { endedAt, now }: { readonly endedAt: number | null; readonly now: number },
  lastAsked: number | null,
): boolean => {
  const from = channel === "buyer_seller" ? (endedAt ?? now) : lastAsked;
  return from !== null && now < from + MESSAGE_SECONDS;
};
