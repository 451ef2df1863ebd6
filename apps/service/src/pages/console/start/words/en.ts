/** The words of an account's first hour. */
export const en = {
  start: {
    title: "Get started",
    lead: "Three steps, here or from your own code. Steps complete automatically.",
    byHand: "Start without code",
    byHandText: "Type in what you sell and its price, and send your buyer the link.",
    byHandSandbox: "In the sandbox, open it and pay it yourself: no real money moves.",
    createLink: "Create a payment link",
    finished: "You’re set up. Next: {reference}, {orders}, {colleagues}.",
    reference: "the API reference",
    orders: "your orders",
    colleagues: "your colleagues",
    done: "done",
    toDo: "to do",
    /** What came of the last action, by the code in the address. */
    said_kept: "Run the code in step 2. The step completes once your session is created.",
    said_pinged: "A test event is on its way. Step 3 completes once your server responds.",
    forDevelopers: "An owner or a developer of this account can do this.",

    key: "Create an API key",
    apiKey: "API key",
    keyInCode: "It is already in the code below. Store it where your server reads its secrets.",
    keyLost: "Your server signs its requests with it. Lost it? {another} and revoke the old one.",
    another: "Create another",
    keyUse: "Your server signs its requests with it. It is shown once.",
    createKey: "Create a key",
    keySaved: "I’ve saved the key: continue",

    session: "Create a session",
    sessionIs:
      "A session is an order with a page on which your buyer pays; its address is the {url} of the answer. Run the lines again: the same {header} gives the same session.",
    firstSession: "A first session",
    viewSessions: "View your sessions",

    webhook: "Receive a webhook",
    webhookIs:
      "Events are posted to your server as they happen, signed so you can verify they're ours. This is a receiver; any Standard Webhooks library verifies our {headers} headers, too:",
    receiver: "A receiver",
    secret: "Signing secret",
    secretInCode: "It is already in the code above. Start your receiver with it, then send it a test event.",
    eventsGo: "Events go to {host}.",
    eventsDisabled: "Events go to {host}, which is disabled.",
    eventsFail: (times: number) => `Events go to {host}, which did not answer with 2xx (${times} in a row).`,
    sendTest: "Send a test event",
    endpoints: "Endpoints and their deliveries",
    url: "Your receiver's URL",
    urlHint: "Public HTTPS URL. It receives every event type; you can change that under Webhooks.",
    addEndpoint: "Add endpoint",
    listen: "Not reachable from outside? Forward events to localhost",
    listenText:
      "Where Holdfast is checked out, this forwards every new event to your receiver. It prints a signing secret of its own.",
    forwarding: "Forwarding events",
    theLine: "the line that forwards events",

    language: (what: string) => `${what}: language`,
    inLanguage: (what: string, language: string) => `${what} in ${language}`,
    paste: "Paste it into a terminal.",
    saveAs: "Save as {file}, run {run}",
  },
};
