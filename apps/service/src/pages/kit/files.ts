/** Files that somebody handed in, on their way to somebody who may see them: saved by a browser, never opened in place. */
import type { FastifyReply } from "fastify";
import { evidenceName } from "../../domain/evidence.js";

/** A page that gets at the file by mistake runs nothing of it, and nothing keeps it. */
const FILE_HEADERS = {
  "Content-Security-Policy": "sandbox; default-src 'none'",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "private, no-store",
} as const;

type HeldFile = { readonly name: string; readonly type: string; readonly content: Buffer };

/** Sends a file of any origin as an attachment under its own name; a text under one that nothing but a reader of texts opens. */
export const sendFile = (reply: FastifyReply, { name, type, content }: HeldFile): FastifyReply =>
  reply
    .headers({
      ...FILE_HEADERS,
      "Content-Disposition": attachment(type === "text/plain" ? evidenceName(name, type) : name),
    })
    .type(type === "text/plain" ? "text/plain; charset=utf-8" : type)
    .send(content);

/** Sends a paper of ours under a name of ours. */
export const sendPdf = (reply: FastifyReply, name: string, content: Buffer): FastifyReply =>
  sendFile(reply, { name, type: "application/pdf", content });

/** RFC 6266, section 4.3: the name in ASCII for old readers, and as it is for the others. */
function attachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
