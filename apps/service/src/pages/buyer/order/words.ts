import { buyerWords } from "../words.js";

export const orderWords = buyerWords("order");
export const progressWords = buyerWords("progress");
export const milestoneWords = buyerWords("milestones");
export const timelineWords = buyerWords("timeline");
export const disputeWords = buyerWords("dispute");
export const noticeWords = buyerWords("notice");
