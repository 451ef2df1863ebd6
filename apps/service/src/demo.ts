import { SAMPLE_SELLER_EMAIL, SAMPLE_SELLER_NAME } from "./domain/sample-order.js";
import { openMerchant } from "./identity/merchants.js";
import { hashPassword } from "./identity/passwords.js";
import { NO_REGISTRY } from "./identity/registry.js";
import { openDatabase } from "./platform/database.js";
import { brokenUnique } from "./platform/database-errors.js";
import { token, uuidv7 } from "./platform/random.js";
import { listAccounts } from "./store/identity/accounts.js";
import { insertOwner } from "./store/identity/sellers.js";

/** What is shown once: the key of the demo merchant, and how its owner signs in to the console. */
export type Demo = { readonly apiKey: string; readonly email: string; readonly password: string };

/** Of a database that has accounts: the demo merchant's, null when it is none of them. */
export type Found = { readonly account: string | null };

const PASSWORD_LENGTH = 16; // 95 bits

/** On a database without any account: a merchant to try things with, and its owner. */
export async function createDemoMerchant(databaseUrl: string): Promise<Demo | Found> {
  const db = openDatabase(databaseUrl, { connections: 1 });
  try {
    const accounts = await listAccounts(db);
    if (accounts.length > 0)
      return { account: accounts.find(({ email }) => email === SAMPLE_SELLER_EMAIL)?.id ?? null };
    const password = token(PASSWORD_LENGTH);
    const passwordHash = await hashPassword(password, "here");
    const merchant = await openMerchant(
      { db, registry: NO_REGISTRY },
      {
        email: SAMPLE_SELLER_EMAIL,
        tradingName: SAMPLE_SELLER_NAME,
        verified: true,
      },
    );
    await insertOwner(db, {
      account: merchant.account,
      id: uuidv7(),
      email: SAMPLE_SELLER_EMAIL,
      name: "Demo Owner",
      passwordHash,
    });
    return { apiKey: merchant.apiKey, email: SAMPLE_SELLER_EMAIL, password };
  } catch (error) {
    // Another process that started at the same moment was first.
    if (brokenUnique(error) === "accounts_email") return { account: null };
    throw error;
  } finally {
    await db.close();
  }
}
