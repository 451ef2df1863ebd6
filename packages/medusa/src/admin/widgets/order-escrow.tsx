/** How an order's escrow stands, beside the order in Medusa's admin: what the bridge noted, and the way to the console. */
import { defineWidgetConfig } from "@medusajs/admin-sdk";
import { Badge, Container, Heading, Text } from "@medusajs/ui";

type Colour = "green" | "orange" | "red" | "grey" | "blue";

const STATUSES: Readonly<Record<string, readonly [words: string, colour: Colour]>> = {
  PENDING_FUNDING: ["Waiting for payment", "grey"],
  IN_ESCROW: ["Held for you: ship now", "blue"],
  WORK_IN_PROGRESS: ["Delivered, not approved yet", "blue"],
  DISPUTED: ["In dispute: answer the buyer", "red"],
  COMPLETED: ["Released to your wallet", "green"],
  CLOSED: ["Settled: see what was released", "orange"],
  CANCELLED: ["Cancelled: the money goes back", "grey"],
  DECLINED: ["Declined by the buyer", "grey"],
  DEADLINE_EXPIRED: ["Not paid in time", "grey"],
};

type Notes = Readonly<Record<string, string | null | undefined>>;

const LINK = "text-ui-fg-interactive hover:text-ui-fg-interactive-hover txt-small";

/** Nothing, for an order that isn't paid by Holdfast. */
export default function OrderEscrow({ data }: { readonly data: { readonly metadata?: Notes | null } }) {
  const {
    holdfast_status,
    holdfast_url: url,
    holdfast_reference: reference,
    holdfast_console: console,
    holdfast_note: note,
  } = data.metadata ?? {};
  if (!holdfast_status && !url) return null;
  const status = holdfast_status || "PENDING_FUNDING";
  const [words, colour] = STATUSES[status] ?? [status, "grey"];
  return (
    <Container className="divide-y p-0">
      <div className="flex items-center justify-between gap-x-2 px-6 py-4">
        <Heading level="h2">Holdfast</Heading>
        <Badge color={colour} size="2xsmall">
          {words}
        </Badge>
      </div>
      <div className="flex items-center justify-between gap-x-2 px-6 py-4">
        <Text size="small">{reference || "The buyer has not confirmed yet"}</Text>
        {console ? (
          <a className={LINK} href={console} target="_blank" rel="noreferrer">
            Open in the console
          </a>
        ) : null}
        {url ? (
          <a className={LINK} href={url} target="_blank" rel="noreferrer">
            Buyer's page
          </a>
        ) : null}
      </div>
      {note ? (
        <div className="px-6 py-4">
          <Text size="small">{note}</Text>
        </div>
      ) : null}
    </Container>
  );
}

export const config = defineWidgetConfig({ zone: "order.details.side.before" });
