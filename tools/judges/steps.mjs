/** The judges, in the order in which they are asked: the first two make what the others look at. */
import { adapterTests, exchanges } from "./exchanges.mjs";
import { replay } from "./stripe-mock.mjs";
import { drive } from "./stripe-official.mjs";
import { validate } from "./stripe-schemas.mjs";

/**
 * Each says in a line what held, or throws a Failure.
 * @type {readonly { name: string, needs: readonly ("npm" | "go")[], try: (tools: any) => Promise<string> }[]}
 */
export const STEPS = [
  { name: "stripe, tests of the adapter", needs: [], try: adapterTests },
  { name: "stripe, its own library drives the double", needs: ["npm"], try: ({ npm }) => drive(npm.load("stripe")) },
  { name: "stripe-mock takes every request", needs: ["go"], try: ({ go }) => replay(go.mock, exchanges()) },
  {
    name: "stripe, every answer and notice of the double is valid",
    needs: ["go", "npm"],
    try: ({ go, npm }) => validate(go.spec, exchanges(), npm.load("ajv/dist/2020.js")),
  },
];
