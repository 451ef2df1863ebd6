/** `localhost:4242/webhooks`, as people write the address of a server on their own machine. */

const OWN_HOST = /^(?:localhost|(?:[\w-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])(?=[:/?]|$)/i;
const PORT_ALONE = /^:\d{1,5}(?=[/?]|$)/;

/** With http:// in front where the host is this machine, and where only a port is named; anything else as it was given. */
export function withScheme(text: string): string {
  if (PORT_ALONE.test(text)) return `http://localhost${text}`;
  return OWN_HOST.test(text) ? `http://${text}` : text;
}
