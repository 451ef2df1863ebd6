import { ModuleProvider, Modules } from "@medusajs/framework/utils";
import { HoldfastProvider } from "./service.js";

export default ModuleProvider(Modules.PAYMENT, { services: [HoldfastProvider] });
