/** The unchanging fields of a session as stored: the very JSON object that answers carry (see wire/session.ts). */
import type { PlannedMilestone, Session } from "../domain/model.js";
import { type Cents, parseMoney } from "../domain/money.js";

type Stored = {
  title: string;
  description: string;
  milestones: readonly { title: string; amount: string; description: string }[];
  customer_email: string;
  metadata: Readonly<Record<string, string>>;
};

export type Content = Pick<Session, "title" | "description" | "customerEmail" | "metadata" | "milestones">;

/** Reads what decisions need of a stored content. */
export function readContent(content: string): Content {
  const stored = JSON.parse(content) as Stored;
  return {
    title: stored.title,
    description: stored.description,
    customerEmail: stored.customer_email,
    metadata: stored.metadata,
    milestones: stored.milestones.map(
      (milestone): PlannedMilestone => ({ ...milestone, amount: parseMoney(milestone.amount) as Cents }),
    ),
  };
}
