/** A receiver of traces as a test needs it: OTLP over HTTP, in JSON, kept as it came. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type ReceivedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty where it begins its trace. */
  readonly parent: string;
  readonly name: string;
  /** Spans of other traces that it belongs to as well. */
  readonly links: readonly string[];
  readonly attributes: Readonly<Record<string, string | number>>;
};

export type TraceReceiver = {
  readonly origin: string;
  readonly spans: readonly ReceivedSpan[];
  /** All that came, as text. */
  readonly text: string;
  readonly headers: readonly NodeJS.Dict<string | string[]>[];
  close(): Promise<void>;
};

type Otlp = {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[] }[];
};
type OtlpSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly links?: readonly { readonly spanId: string }[];
  readonly attributes: readonly {
    readonly key: string;
    readonly value: { readonly stringValue?: string; readonly intValue?: number };
  }[];
};

export async function openTraceReceiver(): Promise<TraceReceiver> {
  const bodies: string[] = [];
  const headers: NodeJS.Dict<string | string[]>[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.url === "/v1/traces") {
      bodies.push(Buffer.concat(chunks).toString("utf8"));
      headers.push(request.headers);
    }
    response.writeHead(request.url === "/v1/traces" ? 200 : 404, { "content-type": "application/json" }).end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headers,
    get text() {
      return bodies.join("\n");
    },
    get spans() {
      return bodies
        .flatMap((body) => (JSON.parse(body) as Otlp).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
        .map(({ traceId, spanId, parentSpanId = "", name, links = [], attributes }) => ({
          traceId,
          spanId,
          parent: parentSpanId,
          name,
          links: links.map((link) => link.spanId),
          attributes: Object.fromEntries(
            attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
          ),
        }));
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
