/**
 * What a newcomer sees on a first start: the demo merchant's key, the way into its console, and lines that walk an order from
 * session to COMPLETED.
 */
import { API_PATH } from "@holdfast/contract";
import type { Demo, Found } from "./demo.js";

/**
 * @param demo with its secrets on the start that created it; nobody can show them later.
 * @param holdfast how the command line is called for this deployment.
 */
export function banner(publicUrl: string, demo: Demo | Found, holdfast: string): string {
  if (!("apiKey" in demo)) {
    const account = demo.account ?? "ACCOUNT";
    const which = demo.account === null ? `\n  ${holdfast} merchant list   # shows the accounts` : "";
    return `Console: ${publicUrl}/console
API reference: ${publicUrl}/docs
Without your API key, which is shown only once, make another:
  ${holdfast} key create --account ${account}${which}
`;
  }
  const { apiKey, email, password } = demo;
  return `
A demo merchant was created. Its API key is shown this once:

  ${apiKey}

Its owner signs in to the console with a password that is shown this once, too:

  ${publicUrl}/console
  mail      ${email}
  password  ${password}

API reference: ${publicUrl}/docs

Walk an order from session to COMPLETED. Paste line by line:

KEY=${apiKey}
export HOLDFAST_API_KEY="$KEY"
api() { curl -s "${publicUrl}${API_PATH}$1" -H "Authorization: Bearer $HOLDFAST_API_KEY" -H 'Content-Type: application/json' \${2:+-d "$2"}; }
get() { node -pe "JSON.parse(require('fs').readFileSync(0)).$1"; }
SESSION=$(api /checkout/sessions '{"title":"Hand-thrown dinner set","amount":"249.90","external_reference":"NW-10482"}' | get id)
api "/checkout/sessions/$SESSION"   # its "url" is the page that a buyer sees
ESCROW=$(api "/test_helpers/checkout/sessions/$SESSION/confirm" '{}' | get id)
api "/test_helpers/escrows/$ESCROW/payments" '{}'
MILESTONE=$(api "/escrows/$ESCROW" | get "milestones[0].id")
api "/escrows/$ESCROW/milestones/$MILESTONE/submit" '{"submission_details":"DHL 4410 8823 7712"}'
api "/test_helpers/escrows/$ESCROW/milestones/$MILESTONE/approve" '{}' | get status   # COMPLETED
api /events

`;
}
