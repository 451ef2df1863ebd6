import type { JSX } from "preact";
import { WRONG_PIN } from "../../../providers/sandbox/play.js";
import { holderName } from "../../kit/operator.js";
import { askedOf, Lines, Over, PlayForm, PlayFrame, type PlayProps, Said } from "../frame.js";

/** The payer's phone: a prompt that is approved with a PIN, or declined. */
export function PhonePage({ context, order, said, back }: PlayProps): JSX.Element {
  const isOpen = order.status === "OPEN";
  return (
    <PlayFrame
      context={context}
      icon="smartphone"
      whom="the phone of the person who pays"
      company="Sandbox Mobile Money"
      title={`Pay ${askedOf(order)} to ${holderName()}?`}
      back={back}
    >
      <Lines
        lines={[
          ["Phone", order.phone ?? ""],
          ["Reference", order.reference],
        ]}
      />
      <Said said={said} />
      {isOpen ? (
        <PlayForm context={context} class="mt-5">
          <label class="text-sm font-medium" for="pin">
            PIN
          </label>
          <input
            id="pin"
            class="input mt-1.5 h-12 w-full text-center text-xl tracking-[0.4em] tabular-nums"
            name="pin"
            type="text"
            inputMode="numeric"
            autocomplete="off"
            required
            aria-describedby="pin-help"
          />
          <p id="pin-help" class="muted mt-1.5 text-sm">
            Enter any four digits; {WRONG_PIN} is refused. The prompt expires after two minutes.
          </p>
          <div class="mt-4 grid grid-cols-2 gap-3">
            <button type="submit" name="answer" value="decline" class="btn btn-outline border-base-300" formNoValidate>
              Decline
            </button>
            <button type="submit" name="answer" value="approve" class="btn btn-primary">
              Approve
            </button>
          </div>
        </PlayForm>
      ) : (
        <Over order={order} />
      )}
    </PlayFrame>
  );
}
