/** What a newcomer sees on a first start: the demo merchant's key, and lines that walk an order from session to COMPLETED. */
import { API_PATH } from "@holdfast/contract";

const read = (field: string): string => `node -pe 'JSON.parse(require("fs").readFileSync(0))${field}'`;

/** @param apiKey the demo merchant's, on the start that created it; null later, when nobody can show it any more. */
export function greeting(publicUrl: string, apiKey: string | null): string {
  if (apiKey === null) {
    return `API reference: ${publicUrl}/docs\n`;
  }
  const base = publicUrl + API_PATH;
  const auth = '-H "Authorization: Bearer $KEY"';
  const post = (path: string, body = "{}"): string =>
    `curl -s -X POST "${base}${path}" ${auth} -H 'Content-Type: application/json' -d '${body}'`;
  return `
A demo merchant was created. Its API key is shown this once:

  ${apiKey}

API reference: ${publicUrl}/docs

Walk an order from session to COMPLETED. Paste line by line:

KEY=${apiKey}
SESSION=$(${post("/checkout/sessions", '{"title":"Hand-thrown dinner set","amount":"249.90","external_reference":"NW-10482"}')} | ${read(".id")})
curl -s ${auth} "${base}/checkout/sessions/$SESSION"   # its "url" is the page that a buyer sees
ESCROW=$(${post("/test_helpers/checkout/sessions/$SESSION/confirm")} | ${read(".id")})
${post("/test_helpers/escrows/$ESCROW/payments")}
MILESTONE=$(curl -s ${auth} "${base}/escrows/$ESCROW" | ${read(".milestones[0].id")})
${post("/escrows/$ESCROW/milestones/$MILESTONE/submit", '{"submission_details":"DHL 4410 8823 7712"}')}
${post("/test_helpers/escrows/$ESCROW/milestones/$MILESTONE/approve")} | ${read(".status")}
curl -s ${auth} "${base}/events"

`;
}
