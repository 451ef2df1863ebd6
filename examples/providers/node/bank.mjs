/**
 * A double of a bank, with an interface of its own: an account that payers transfer to, quoting a reference, and that transfers are sent
 * from. It does each `endToEnd` id once. Put your bank's API in its place. What begins with `play` is for tests.
 */
const LATER = 600;
const BACK = 3600;
const RATES = { EUR: "0.9215", KES: "129.35" };

/** The bank did not answer: nobody knows whether it did what it was asked. */
export class Silent extends Error {}

export class Bank {
  #expected = new Map(); // endToEnd -> { cents, currency, closed, credits }
  #transfers = new Map(); // endToEnd -> { kind, cents, to, from, state, fate, why, at, takes }
  #entries = []; // the account's statement, oldest first
  #events = [];
  #made = []; // each time that something was done, be it once or not
  #onEvent;
  play = { refund: "paid", payout: "paid", available: null, currency: null, fault: null, ahead: 0, lines: new Map() };

  constructor(onEvent) {
    this.#onEvent = onEvent;
  }

  // What a bank does ----------------------------------------------------------------------------------------------------

  /** Money is expected under a reference, which then is good for ever. */
  expect(endToEnd, { cents, currency }) {
    return this.#doing(() => {
      if (this.#expected.has(endToEnd)) return this.#expected.get(endToEnd);
      this.#made.push({ endToEnd, cents });
      this.#expected.set(endToEnd, { cents, currency, closed: false, credits: [] });
      return this.#expected.get(endToEnd);
    });
  }

  expectation(endToEnd) {
    return this.#reading(() => this.#expected.get(endToEnd) ?? null);
  }

  close(endToEnd) {
    return this.#doing(() => {
      const found = this.#expected.get(endToEnd);
      if (found !== undefined && found.credits.length === 0) found.closed = true;
      return found ?? null;
    });
  }

  /** `kind`: refund or payout. `from`: of a refund, the credit that goes back. Null: our balance does not reach. */
  send(endToEnd, { kind, cents, to, from }) {
    return this.#doing(() => {
      const before = this.#stand(endToEnd);
      if (before !== null) return before;
      if (this.play.available !== null && cents > this.play.available) return null;
      const isTooMuch = from !== undefined && cents > from.cents - from.sent;
      const fate = isTooMuch ? "refused" : this.play[kind];
      const state = fate === "refused" ? "refused" : "sent";
      const why = isTooMuch ? "It is more than is left of the payment." : "The account is closed.";
      if (state === "sent" && from !== undefined) from.sent += cents;
      const takes = fate === "later" ? LATER : 0;
      this.#transfers.set(endToEnd, { kind, cents, to, from, state, fate, why, at: this.#now(), takes });
      if (state === "refused") this.#tell({ kind, endToEnd });
      else this.#made.push({ endToEnd, cents });
      return this.#stand(endToEnd);
    });
  }

  transfer(endToEnd) {
    return this.#reading(() => this.#stand(endToEnd));
  }

  /** Entries behind the first `skip`, at most `most`. */
  statement(skip, most) {
    return this.#reading(() => {
      this.#pass();
      const page = this.#entries.slice(skip, skip + most);
      return page.map((entry) => ({ ...entry, wrong: this.play.lines.get(entry.endToEnd) }));
    });
  }

  /** By currency. */
  balance() {
    return this.#reading(() => {
      this.#pass();
      const sums = new Map([["USD", 0]]);
      for (const { cents, currency } of this.#entries) sums.set(currency, (sums.get(currency) ?? 0) + cents);
      return [...sums];
    });
  }

  /** What one US dollar costs, as text: a floating-point number would be another rate. */
  rates() {
    return this.#reading(() => {
      const at = Math.floor(Date.now() / 1000);
      return Object.entries(RATES).map(([currency, rate]) => ({ currency, rate, at }));
    });
  }

  // What a test plays ---------------------------------------------------------------------------------------------------

  playCredit(endToEnd, cents) {
    const found = this.#expected.get(endToEnd);
    if (found === undefined) return false;
    const credit = {
      cents: cents ?? found.cents,
      currency: this.play.currency ?? found.currency,
      sent: 0,
      at: this.#now(),
    };
    found.credits.push(credit);
    this.#book({ type: "payment", endToEnd, ...credit });
    this.#tell({ kind: "payment", endToEnd });
    return true;
  }

  playMade(endToEnd) {
    return this.#made.filter((one) => one.endToEnd === endToEnd).map(({ cents }) => cents);
  }

  playEvents(endToEnd) {
    return this.#events.filter((event) => event.endToEnd === endToEnd);
  }

  // Within ----------------------------------------------------------------------------------------------------------------

  #now() {
    return Math.floor(Date.now() / 1000) + this.play.ahead;
  }

  #reading(work) {
    if (this.play.fault === "down") throw new Silent();
    return work();
  }

  /** What changes something: dropped, it never gets there; lost, it is done, and the answer never comes. */
  #doing(work) {
    if (this.play.fault === "down" || this.play.fault === "dropped") throw new Silent();
    const answer = work();
    if (this.play.fault === "lost") throw new Silent();
    return answer;
  }

  #tell(event) {
    this.#events.push(event);
    this.#onEvent(event);
  }

  #book({ type, endToEnd, cents, currency }) {
    this.#entries.push({ id: `${this.#entries.length + 1}-${type}`, type, endToEnd, cents, currency, at: this.#now() });
  }

  /** Time goes on for all of them. */
  #pass() {
    for (const endToEnd of this.#transfers.keys()) this.#stand(endToEnd);
  }

  /** How a transfer stands; what time alone has changed is booked and told once. */
  #stand(endToEnd) {
    const transfer = this.#transfers.get(endToEnd);
    if (transfer === undefined) return null;
    const { kind, cents, fate, at, takes } = transfer;
    if (transfer.state === "sent" && this.#now() >= at + takes) {
      transfer.state = "arrived";
      this.#book({ type: kind, endToEnd, cents: -cents, currency: "USD" });
      this.#tell({ kind, endToEnd });
    }
    if (transfer.state === "arrived" && fate === "returned" && this.#now() >= at + BACK) {
      transfer.state = "came_back";
      // It can be sent again, as another transfer.
      if (transfer.from !== undefined) transfer.from.sent -= cents;
      this.#book({ type: `${kind}_returned`, endToEnd, cents, currency: "USD" });
      this.#tell({ kind, endToEnd });
    }
    return transfer;
  }
}
