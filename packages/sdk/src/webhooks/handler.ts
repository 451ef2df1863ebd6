/**
 * A receiver of webhooks: verify, keep, answer, then work. An event is kept in your inbox before it is answered, so it is worked on
 * once however often it comes, and what a crash interrupted is still there.
 */
import type { Event, EventType } from "../types.js";
import { type Headed, SignatureError, type VerifyOptions, verify } from "./verify.js";

/** Where events wait for their work: a table in your database. */
export interface Inbox {
  /** Keeps the event. False when its id was there already: `insert … on conflict do nothing`. */
  add(event: Event): Promise<boolean>;
  /** Its work is done. */
  done(id: string): Promise<void>;
  /** What was added and is not done. */
  pending(): Promise<Iterable<Event>>;
}

type EventOf<Type extends EventType> = Extract<Event, { readonly type: Type }>;

export interface HandlerOptions extends VerifyOptions {
  readonly store: Inbox;
  /** Your work, by type. Other types are answered and dropped. It may run again after a crash, so it has to bear that. */
  readonly on: { readonly [Type in EventType]?: (event: EventOf<Type>) => unknown };
  /**
   * Told of work that failed: the event stays pending, and {@link Handler.resume} tries it again. Without an event: a delivery could
   * not be read or kept, and was answered with 500, so it comes again.
   */
  readonly onError: (error: unknown, event: Event | null) => void;
}

export interface Handler {
  /** For Fetch: workers, Deno, Bun, and Next (`export const POST = handler.fetch`). */
  fetch(request: Request, context?: unknown): Promise<Response>;
  /** For Node's `http`, and as a route of Express, in front of `express.json()`. */
  node(request: NodeRequest, response: NodeResponse): Promise<void>;
  /** A plugin for Fastify that takes webhooks at `path`. */
  fastify(path: string): (app: FastifyApp) => Promise<void>;
  /** Works on what is pending. Call it when you start and every now and then. */
  resume(): Promise<void>;
  /** Waits for the work under way, before you stop. */
  idle(): Promise<void>;
}

/** As far as it is used: Node's own, and Express's with a body that a raw parser has read, or the `rawBody` of cloud functions. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body?: unknown;
  readonly rawBody?: unknown;
  readonly readableDidRead?: boolean | undefined;
}
export interface NodeResponse {
  writeHead(status: number, headers: Readonly<Record<string, string>>): { end(text: string): unknown };
}
export interface FastifyApp {
  removeContentTypeParser(type: string): unknown;
  // biome-ignore lint/suspicious/noExplicitAny: its own types are deeper than what is used here
  addContentTypeParser(type: string, options: { parseAs: "buffer" }, parser: any): unknown;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  post(path: string, handler: (request: any, reply: any) => Promise<unknown>): unknown;
}

type Came = { readonly method: string; readonly headers: Headed };
/** What there is of the body; null when somebody has read it before. */
type Read = () => unknown;
type Reply = { readonly status: number; readonly text: string; readonly headers: Readonly<Record<string, string>> };

/** The largest event is well below it; a stranger's body is read no further. */
const BODY_BYTES_MAX = 2 * 1024 * 1024;

export function createHandler(options: HandlerOptions): Handler {
  const { store, on, onError } = options;
  const atWork = new Map<string, Promise<void>>();

  async function perform(event: Event): Promise<void> {
    try {
      await (on[event.type] as ((event: Event) => unknown) | undefined)?.(event);
      await store.done(event.id);
    } catch (error) {
      onError(error, event);
    } finally {
      atWork.delete(event.id);
    }
  }

  function work(event: Event): void {
    if (atWork.has(event.id)) return;
    const answered = new Promise((resolve) => setTimeout(resolve));
    atWork.set(
      event.id,
      answered.then(() => perform(event)),
    );
  }

  async function take({ method, headers }: Came, read: Read): Promise<Reply> {
    if (method !== "POST") return reply(405, "POST only", { Allow: "POST" });
    try {
      const event = await verify({ headers, body: (await read()) as Uint8Array }, options);
      if (!Object.hasOwn(on, event.type)) return handled("ignored");
      if (!(await store.add(event))) return handled("duplicate");
      work(event);
      return handled("new");
    } catch (error) {
      if (error instanceof SignatureError) return reply(400, error.message);
      if (error instanceof TooLarge) return reply(413, "too large");
      onError(error, null);
      return reply(500, "not kept");
    }
  }

  const handler: Handler = {
    fetch: async (request, context) => {
      const { status, text, headers } = await take(request, () => {
        if (request.bodyUsed) return null;
        return whole((request.body ?? []) as unknown as AsyncIterable<Uint8Array>);
      });
      // Where a worker ends with its answer, it waits for what it is told to.
      (context as { waitUntil?: (work: Promise<void>) => void } | undefined)?.waitUntil?.(handler.idle());
      return new Response(text, { status, headers });
    },
    node: async (request, response) => {
      const { method = "", headers } = request;
      const read: Read = () => request.rawBody ?? request.body ?? (request.readableDidRead ? null : whole(request));
      const answer = await take({ method, headers }, read);
      response.writeHead(answer.status, answer.headers).end(answer.text);
    },
    fastify: (path) => async (app) => {
      app.removeContentTypeParser("application/json");
      app.addContentTypeParser("application/json", { parseAs: "buffer" }, async (_: unknown, body: unknown) => body);
      app.post(path, async (request, answer) => {
        const { status, text, headers } = await take(request, () => request.body);
        return answer.code(status).headers(headers).send(text);
      });
    },
    resume: async () => {
      for (const event of await store.pending()) work(event);
      await handler.idle();
    },
    idle: async () => {
      await Promise.all(atWork.values());
    },
  };
  return handler;
}

const reply = (status: number, text: string, headers: Reply["headers"] = {}): Reply => ({ status, text, headers });
const handled = (how: "new" | "duplicate" | "ignored"): Reply => reply(200, how, { "X-Escrow-Handled": how });

class TooLarge extends Error {}

async function whole(stream: AsyncIterable<Uint8Array>): Promise<ArrayBuffer> {
  const parts: BlobPart[] = [];
  let size = 0;
  for await (const part of stream) {
    size += part.length;
    if (size > BODY_BYTES_MAX) throw new TooLarge();
    parts.push(part as Uint8Array<ArrayBuffer>);
  }
  return new Blob(parts).arrayBuffer();
}
