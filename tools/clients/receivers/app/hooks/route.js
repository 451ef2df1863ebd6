import { act, isSigned } from "../../shop.mjs";

export async function POST(request) {
  const raw = Buffer.from(await request.arrayBuffer());
  if (!isSigned(request.headers.get("x-escrow-signature") ?? undefined, raw))
    return new Response(null, { status: 401 });
  act(JSON.parse(raw.toString("utf8")));
  return new Response(null, { status: 204 });
}
