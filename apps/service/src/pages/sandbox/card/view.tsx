import type { JSX } from "preact";
import { TEST_CARDS } from "../../../providers/sandbox/play.js";
import { holderName } from "../../kit/operator.js";
import { askedOf, Lines, Over, PlayForm, PlayFrame, type PlayProps, Said } from "../frame.js";
import { Bank } from "./dispute.js";

/** The card issuer's page: a number is typed, and perhaps a challenge passed; what is paid can be disputed. Numbers are typed here and nowhere else. */
export function CardPage({ context, order, said, back }: PlayProps): JSX.Element {
  return (
    <PlayFrame
      context={context}
      icon="credit-card"
      whom="the card issuer’s page"
      company="Sandbox Card Bank"
      title={titleOf(order)}
      back={back}
    >
      <Lines
        lines={[
          ["To", holderName()],
          ["Reference", order.reference],
        ]}
      />
      <Said said={said === "challenged" ? null : said} />
      <Step context={context} order={order} />
    </PlayFrame>
  );
}

function titleOf(order: PlayProps["order"]): string {
  if (order.status === "CHALLENGED") return "Is it really you?";
  return order.status === "SUCCEEDED" ? `${askedOf(order)} paid by card` : `Pay ${askedOf(order)} by card`;
}

function Step({ context, order }: Pick<PlayProps, "context" | "order">): JSX.Element {
  switch (order.status) {
    case "OPEN":
      return <NumberForm context={context} />;
    case "CHALLENGED":
      return <Challenge context={context} order={order} />;
    case "SUCCEEDED":
      return <Bank context={context} order={order} />;
    case "FAILED":
    case "CANCELLED":
      return <Over order={order} />;
    default:
      return order.status satisfies never;
  }
}

const NumberForm = ({ context }: Pick<PlayProps, "context">): JSX.Element => (
  <PlayForm context={context} class="mt-5">
    <label class="text-sm font-medium" for="number">
      Card number
    </label>
    <input
      id="number"
      class="input mt-1.5 h-12 w-full text-lg tabular-nums"
      name="number"
      type="text"
      inputMode="numeric"
      autocomplete="off"
      required
      value="4242 4242 4242 4242"
      aria-describedby="number-help"
    />
    <p id="number-help" class="muted mt-1.5 text-sm">
      Test numbers only: others are refused, and nothing is stored.
    </p>
    <button type="submit" class="btn btn-primary mt-4 w-full">
      Pay
    </button>
    <h2 class="mt-6 text-sm font-semibold">Test numbers</h2>
    <ul class="mt-2 space-y-1.5 text-sm">
      {Object.entries(TEST_CARDS).map(([number, verdict]) => (
        <li key={number} class="flex flex-wrap justify-between gap-x-4">
          <span class="font-mono tabular-nums">{number.replaceAll(/(\d{4})(?=\d)/g, "$1 ")}</span>
          <span class="muted">{VERDICTS[verdict]}</span>
        </li>
      ))}
    </ul>
  </PlayForm>
);

const VERDICTS: Readonly<Record<(typeof TEST_CARDS)[keyof typeof TEST_CARDS], string>> = {
  approve: "pays",
  declined: "is declined",
  insufficient_funds: "has too little money",
  challenge: "asks for a challenge",
};

const Challenge = ({ context, order }: Pick<PlayProps, "context" | "order">): JSX.Element => (
  <PlayForm context={context} class="mt-5">
    <p class="muted text-sm leading-relaxed">
      The card’s bank asks its holder to confirm a payment of {askedOf(order)}, as it would by an app or a code.
    </p>
    <div class="mt-4 grid grid-cols-2 gap-3">
      <button type="submit" name="challenge" value="fail" class="btn btn-outline border-base-300">
        It is not
      </button>
      <button type="submit" name="challenge" value="pass" class="btn btn-primary">
        Yes, it is me
      </button>
    </div>
  </PlayForm>
);
