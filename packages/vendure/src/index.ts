export { HANDLER_CODE } from "./handler.js";
export type { HoldfastPluginOptions } from "./options.js";
export { HoldfastPlugin } from "./plugin.js";
