import type { Group, Verdict } from "../../../../doctor/examine.js";
import type { Tone } from "../../../kit/badge.js";
import type { IconName } from "../../../kit/icons.js";

export const VERDICTS = {
  pass: ["good", "check", "Passed"],
  warn: ["waiting", "triangle-alert", "Watch"],
  fail: ["bad", "x", "Failed"],
  unknown: ["over", "circle-alert", "Can't tell"],
} as const satisfies Record<Verdict, readonly [Tone, IconName, string]>;

export const GROUPS = {
  transport: "Connection",
  signature: "Signatures",
  behaviour: "Events",
  rotation: "Secret rotation",
  clock: "Clock",
  account: "Your account",
} as const satisfies Record<Group, string>;

export const WHAT_IS_SENT = {
  sandbox: "About seventy requests in less than a minute, among them events of orders that exist for this check alone.",
  live: "About seventy requests in less than a minute: test events, and requests with bad signatures that your server must refuse. No event of an order is sent.",
} as const;
