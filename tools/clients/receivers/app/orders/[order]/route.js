import { stateOf } from "../../../shop.mjs";

export const dynamic = "force-dynamic";

export async function GET(_, { params }) {
  return new Response(stateOf((await params).order));
}
