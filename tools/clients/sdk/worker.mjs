import { main } from "./program.mjs";

// biome-ignore lint/style/noDefaultExport: workers are a default export
export default {
  async fetch(request) {
    const { searchParams } = new URL(request.url);
    try {
      return new Response(await main(searchParams.get("base"), searchParams.get("key")));
    } catch (error) {
      return new Response(String(error.stack), { status: 500 });
    }
  },
};
