/** Providers of every kind, and all that may go wrong with them: doubles that fail as real ones do, payers, and post that is lost or forged. */
import { type Doubles, openDoubles } from "../providers/doubles.js";
import { type Deployment, openDeployment } from "./money-deployment.js";
import type { Chance } from "./random.js";

/** What each of them takes, as was agreed on. */
const FEES = {
  PROVIDER_FEES: "stripe:card:290:0.30,pawapay:mobile_money:200:0.00,sandbox-mobile-money:mobile_money:0:0.00",
};

export type Fixture = Deployment & { readonly doubles: Doubles };

export async function openFixture(luck: Chance, shopCount: number): Promise<Fixture> {
  const doubles = await openDoubles(FEES);
  const market = {
    env: doubles.env,
    providers: doubles.providers,
    methods: ["card", "bank", "mobile_money"] as const,
    // Of a country that pawaPay serves, and of one that it does not.
    phones: ["+243813456789", "+255712345678"],
    payees: [
      { kind: "mobile_money", number: "+243813456701" },
      { kind: "mobile_money", number: "+255712345671" },
      { kind: "bank", number: "0100200300401" },
    ] as const,
    advance: doubles.advance,
  };
  const deployment = await openDeployment(market, luck, shopCount);
  return {
    ...deployment,
    doubles,
    close: async () => {
      await deployment.close();
      await doubles.close();
    },
  };
}
