/** What the plugin keeps with an order. Administrators see all of it, buyers what is public; nobody edits it. */
import { type CustomFieldConfig, LanguageCode } from "@vendure/core";

declare module "@vendure/core/dist/entity/custom-entity-fields.js" {
  interface CustomOrderFields {
    /** When the buyer chose to pay by escrow; null for orders that are paid in another way, and for carts. */
    escrowRequestedAt: Date | null;
    /** The page that the buyer pays and approves on. */
    escrowUrl: string | null;
    /** The escrow's status, or why it waits for somebody. */
    escrowStatus: string | null;
    /** The `TR-` code. */
    escrowReference: string | null;
    /** HTML of a link to the order in the console. */
    escrowConsole: string | null;
  }
}

const text = (value: string) => [{ languageCode: LanguageCode.en, value }];
const shown = { nullable: true, readonly: true };

export const ORDER_FIELDS: readonly CustomFieldConfig[] = [
  { name: "escrowStatus", type: "string", public: true, label: text("Escrow status"), ...shown },
  { name: "escrowReference", type: "string", public: true, label: text("Escrow reference"), ...shown },
  { name: "escrowUrl", type: "string", length: 2048, public: true, label: text("Buyer's page"), ...shown },
  {
    name: "escrowConsole",
    type: "text",
    public: false,
    label: text("Holdfast"),
    nullable: true,
    readonly: true,
    ui: { component: "rich-text-form-input" },
  },
  { name: "escrowRequestedAt", type: "datetime", public: false, nullable: true, readonly: true, internal: true },
];
