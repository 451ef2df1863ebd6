import { area } from "../../../words/locale.js";

const section = area("console-notifications");

export const notificationWords = section("notifications");
