import { openMerchant } from "./identity/merchants.js";
import { brokenUnique, openDatabase } from "./platform/database.js";
import { listAccounts } from "./store/identity/accounts.js";

/** On a database without any account: a merchant to try things with. Returns its key, or null when there was no need. */
export async function createDemoMerchant(databaseUrl: string): Promise<string | null> {
  const db = openDatabase(databaseUrl, { connections: 1 });
  try {
    if ((await listAccounts(db)).length > 0) return null;
    const merchant = await openMerchant(db, {
      email: "demo@holdfast.example",
      tradingName: "Northwind Ceramics",
      verified: true,
    });
    return merchant.apiKey;
  } catch (error) {
    // Another process that started at the same moment was first.
    if (brokenUnique(error) === "accounts_email") return null;
    throw error;
  } finally {
    await db.close();
  }
}
