import { defineConfig } from "@medusajs/framework/utils";

const { HOLDFAST_API_KEY: apiKey, HOLDFAST_URL: baseUrl, SHOP_SECRET: secret } = process.env;
const account = { apiKey, baseUrl };
const hours = process.env.HOLDFAST_CANCEL_UNPAID_AFTER_HOURS;

export default defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: { storeCors: "", adminCors: "", authCors: "", jwtSecret: secret, cookieSecret: secret },
  },
  admin: { disable: true },
  plugins: [
    {
      resolve: "@holdfast/medusa",
      options: {
        ...account,
        webhookSecret: process.env.HOLDFAST_WEBHOOK_SECRET,
        milestones: process.env.HOLDFAST_MILESTONES ?? "order",
        ...(hours === undefined ? {} : { cancelUnpaidAfterHours: Number(hours) }),
        successUrl: "https://shop.example/orders/{order}",
      },
    },
  ],
  modules: [
    {
      resolve: "@medusajs/medusa/payment",
      options: { providers: [{ resolve: "@holdfast/medusa/providers/holdfast", id: "holdfast", options: account }] },
    },
  ],
});
