/** Fills an empty Vendure with the store's goods, shipping and payment method. */
import type { INestApplicationContext } from "@nestjs/common";
import {
  ChannelService,
  Importer,
  LanguageCode,
  PaymentMethodService,
  Populator,
  ProductService,
  type RequestContext,
  RequestContextService,
} from "@vendure/core";
import { lastValueFrom } from "rxjs";
import { HANDLER_CODE } from "../src/index.js";
import { INITIAL_DATA, productsCsv } from "./goods.js";

/** Does nothing where there are goods already. */
export async function seed(app: INestApplicationContext): Promise<void> {
  const ctx = await app.get(RequestContextService).create({ apiType: "admin" });
  if ((await app.get(ProductService).findAll(ctx, { take: 1 })).totalItems > 0) return;
  await app.get(Populator).populateInitialData(INITIAL_DATA);
  // Zones and currency of the channel were not there when the context was made.
  const filled: RequestContext = await app
    .get(RequestContextService)
    .create({ apiType: "admin", channelOrToken: await app.get(ChannelService).getDefaultChannel() });
  await lastValueFrom(app.get(Importer).parseAndImport(productsCsv(), filled));
  await app.get(PaymentMethodService).create(filled, {
    code: "escrow",
    enabled: true,
    handler: { code: HANDLER_CODE, arguments: [] },
    translations: [{ languageCode: LanguageCode.en, name: "Escrow by Holdfast", description: "" }],
  });
}
