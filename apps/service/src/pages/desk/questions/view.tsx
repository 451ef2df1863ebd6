/** Questions of operators to buyers and sellers: answers that nobody has read, what is overdue, and what may still be answered. */
import type { JSX } from "preact";
import type { DeskQuestion, QuestionStatus } from "../../../store/read/desk/questions.js";
import { Badge, type Tone } from "../../kit/badge.js";
import { Given } from "../../kit/given.js";
import type { IconName } from "../../kit/icons.js";
import { Day } from "../../kit/times.js";
import { Cell, Empty, PageHead, Table } from "../../kit/ui.js";
import type { DeskContext } from "../access.js";
import { type InCell, inCell } from "../cells.js";
import { DeskFrame } from "../frame.js";
import { orderPath, talkAnchor } from "../links.js";
import { AccountLink, age } from "../parts.js";

const STANDINGS = {
  answered: { tone: "waiting", icon: "message-square", text: "Answered" },
  overdue: { tone: "bad", icon: "timer-off", text: "Overdue" },
  waiting: { tone: "calm", icon: "clock", text: "No answer yet" },
} as const satisfies Record<QuestionStatus, { tone: Tone; icon: IconName; text: string }>;

export const QuestionsPage = ({
  context,
  rows,
  now,
}: {
  context: DeskContext;
  rows: readonly InCell<DeskQuestion>[];
  now: number;
}): JSX.Element => (
  <DeskFrame context={context} title="Questions" entry="/questions">
    <PageHead
      title="Questions"
      lead="What operators asked buyers and sellers. An answer leaves the list once you open it."
    />
    {rows.length === 0 ? (
      <Empty icon="message-square" title="No questions are open">
        Ask a buyer or a seller on the page of any order.
      </Empty>
    ) : (
      <Table label="Questions" head={["Order", "Asked", "Seller", "State", "Answer by"]} stacks>
        {rows.map((row) => (
          <tr>
            <Cell class="min-w-40">
              <a
                class="link link-primary inline-flex min-h-6 items-center"
                href={inCell(orderPath(row.sellerCode, row.escrow) + talkAnchor(row.asked), row.cell)}
              >
                <Given text={row.title} lines={2} />
              </a>
              <span class="muted block text-xs">{row.reference}</span>
            </Cell>
            <Cell name="Asked">{row.asked === "buyer" ? "The buyer" : "The seller"}</Cell>
            <Cell name="Seller">
              <AccountLink account={row} />
            </Cell>
            <Cell name="State">
              <Badge {...STANDINGS[row.status]} />
              <span class="muted block text-xs">for {age(now - row.since)}</span>
            </Cell>
            <Cell name="Answer by">{row.answerBy === null ? "–" : <Day at={row.answerBy} locale="en" />}</Cell>
          </tr>
        ))}
      </Table>
    )}
  </DeskFrame>
);
