import { area } from "../../../words/locale.js";

const section = area("console-disputes");

export const disputesWords = section("list");
export const disputeWords = section("dispute");
export const acceptWords = section("accept");
export const turnBadgeWords = section("turn");
