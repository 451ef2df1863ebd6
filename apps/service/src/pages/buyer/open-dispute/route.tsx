import { askWhy } from "../ask.js";
import { OpenDisputePage } from "./view.js";

export const askDispute = askWhy("dispute", OpenDisputePage);
