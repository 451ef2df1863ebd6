/** The seller says that what the buyer wrote needs no answer. */
export { settleMessages } from "../store/write/messages.js";
