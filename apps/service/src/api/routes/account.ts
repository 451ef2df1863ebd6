import { writeAccount } from "../../wire/account.js";
import type { Handler } from "../context.js";

export const getAccount: Handler<"getAccount"> = async ({ principal }) => ({ body: writeAccount(principal) });
