/** Account (contract, "Account"). */
import type { VerificationStatus } from "@holdfast/contract";
import type { AccountId } from "../domain/ids.js";
import { text } from "./json.js";

export type AccountView = {
  readonly account: AccountId;
  readonly sellerCode: string;
  readonly tradingName: string;
  readonly verificationStatus: VerificationStatus;
  readonly maskedKey: string;
  readonly apiVersion: string;
};

export function writeAccount(view: AccountView): string {
  return `{"object":"account","id":"${view.account}","seller_code":${text(view.sellerCode)},"trading_name":${text(view.tradingName)},"verification_status":"${view.verificationStatus}","api_key":${text(view.maskedKey)},"api_version":"${view.apiVersion}"}`;
}
