/** A request over TLS to a name that only this machine knows, with a certificate that nobody has signed. */
import { request } from "node:https";

/** @returns {Promise<{ status: number, text: string }>} status 0 where nobody answers. */
export function requestSecurely({ url, address, method = "GET", headers = {}, body }) {
  return new Promise((resolve) => {
    const { hostname, pathname, search } = new URL(url);
    const options = {
      host: address,
      path: pathname + search,
      method,
      headers: {
        host: hostname,
        ...headers,
        ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }),
      },
      servername: hostname,
      rejectUnauthorized: false,
    };
    const sent = request(options, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on("error", (error) => resolve({ status: 0, text: error.message }));
    sent.end(body);
  });
}
