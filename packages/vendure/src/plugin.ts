/** Escrow checkout for Vendure. */
import { PluginCommonModule, type Type, VendurePlugin } from "@vendure/core";
import { OrderAdapter } from "./adapter.js";
import { SHOP_SCHEMA, ShopResolver } from "./api.js";
import { ORDER_FIELDS } from "./fields.js";
import { escrowHandler } from "./handler.js";
import { HOLDFAST_OPTIONS, type HoldfastPluginOptions } from "./options.js";
import { escrowFulfillmentProcess, escrowOrderProcess, escrowRefundProcess } from "./processes.js";
import { EscrowService } from "./service.js";
import { WebhookController } from "./webhook.js";

@VendurePlugin({
  imports: [PluginCommonModule],
  compatibility: "^3.0.0",
  providers: [OrderAdapter, EscrowService, { provide: HOLDFAST_OPTIONS, useFactory: () => HoldfastPlugin.options }],
  controllers: [WebhookController],
  shopApiExtensions: { schema: SHOP_SCHEMA, resolvers: [ShopResolver] },
  configuration: (config) => {
    config.customFields.Order.push(...ORDER_FIELDS);
    config.paymentOptions.paymentMethodHandlers.push(escrowHandler);
    config.paymentOptions.refundProcess = [...(config.paymentOptions.refundProcess ?? []), escrowRefundProcess];
    config.orderOptions.process.push(escrowOrderProcess);
    config.shippingOptions.process.push(escrowFulfillmentProcess);
    return config;
  },
})
// biome-ignore lint/complexity/noStaticOnlyClass: Vendure makes plugins of classes, and settings reach them this way
export class HoldfastPlugin {
  static options: HoldfastPluginOptions;

  static init(options: HoldfastPluginOptions): Type<HoldfastPlugin> {
    HoldfastPlugin.options = options;
    return HoldfastPlugin;
  }
}
