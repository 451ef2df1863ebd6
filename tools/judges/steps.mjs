/** The judges, in the order in which they are asked: the tests of an adapter make what those after them look at. */
import { adapterTests, exchanges } from "./exchanges.mjs";
import { drive as driveFlutterwave } from "./flutterwave-official.mjs";
import { drive as driveMomo } from "./momo-client.mjs";
import { holdAgainst } from "./paystack-document.mjs";
import { judgeFiles } from "./rail-files.mjs";
import { replay } from "./stripe-mock.mjs";
import { drive } from "./stripe-official.mjs";
import { validate } from "./stripe-schemas.mjs";

/**
 * Each says in a line what held, or throws a Failure.
 * @type {readonly { name: string, needs: readonly ("npm" | "go" | "python")[], try: (tools: any) => Promise<string> }[]}
 */
export const STEPS = [
  { name: "stripe, tests of the adapter", needs: [], try: (given) => adapterTests("stripe", given) },
  { name: "stripe, its own library drives the double", needs: ["npm"], try: ({ npm }) => drive(npm.load("stripe")) },
  { name: "stripe-mock takes every request", needs: ["go"], try: ({ go }) => replay(go.mock, exchanges("stripe")) },
  {
    name: "stripe, every answer and notice of the double is valid",
    needs: ["go", "npm"],
    try: ({ go, npm }) => validate(go.spec, exchanges("stripe"), npm.load("ajv/dist/2020.js")),
  },
  { name: "paystack, tests of the adapter", needs: [], try: (given) => adapterTests("paystack", given) },
  {
    name: "paystack, its document takes every request and answer",
    needs: ["npm"],
    try: ({ npm }) => holdAgainst(npm, exchanges("paystack")),
  },
  {
    name: "rails, files of batches by the schema of ISO 20022 and by another reader of NACHA",
    needs: ["python"],
    try: ({ python }) => judgeFiles(python),
  },
  { name: "flutterwave, tests of the adapter", needs: [], try: (given) => adapterTests("flutterwave", given) },
  {
    name: "flutterwave, its own client drives the double",
    needs: ["npm"],
    try: ({ npm }) => driveFlutterwave(npm, exchanges("flutterwave")),
  },
  { name: "momo, tests of the adapter", needs: [], try: (given) => adapterTests("momo", given) },
  {
    name: "momo, a client that others have made drives the double",
    needs: ["npm"],
    try: ({ npm }) => driveMomo(npm, exchanges("momo")),
  },
];
