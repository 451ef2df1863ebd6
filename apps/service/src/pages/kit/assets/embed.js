/*! Checkout, embedded. <holdfast-checkout url="…"> shows the checkout of a session or of a payment link in a frame.
    Attributes: url, lang, theme (light or dark). Event: "holdfast" with { session, state } in its detail; it bubbles. What stands
    between the tags, such as a link, is shown until the frame has answered: also where it may not be shown at all. */
(() => {
  const home = new URL(document.currentScript.src).origin;
  const NAME = "holdfast-checkout";
  if (customElements.get(NAME)) return;

  // Nothing but a checkout of the service that this script came from is ever framed, whatever domain its link names.
  const frameUrl = (element) => {
    let url;
    try {
      url = new URL(element.getAttribute("url"));
    } catch {
      return null;
    }
    const [, area, seller, id] = /^\/(pay|buy)\/([0-9A-Z]{8})\/(\w{1,64})$/.exec(url.pathname) ?? [];
    if (!area) return null;
    const frame = new URL(`/embed/${seller}/${area}/${id}`, home);
    for (const name of ["lang", "theme"]) {
      const value = element.getAttribute(name) ?? url.searchParams.get(name);
      if (value) frame.searchParams.set(name, value);
    }
    return frame.href;
  };

  // Of each element its frame, what is known of it, and who listens. No fields of the class: browsers of 2021 don't know them.
  const parts = new WeakMap();

  const hear = (element, event) => {
    const part = parts.get(element);
    const { frame } = part;
    if (!frame || event.source !== frame.contentWindow || event.origin !== home || event.data?.holdfast !== 1) return;
    const { height, session = null, state } = event.data;
    if (height > 0 && height < 20000) {
      frame.style.height = `${height}px`;
      element.shadowRoot.querySelector("slot").hidden = true;
    }
    if (typeof state !== "string" || state === part.state) return;
    part.state = state;
    element.dispatchEvent(new CustomEvent("holdfast", { bubbles: true, detail: { session, state } }));
  };

  const show = (element) => {
    const part = parts.get(element);
    const root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
    root.replaceChildren(document.createElement("slot"));
    part.frame = null;
    part.state = "";
    const src = frameUrl(element);
    if (!src) throw new Error(`${NAME}: url is to be the url of a session or payment link at ${home}`);
    const frame = document.createElement("iframe");
    // It may lead the whole page away only when somebody clicks.
    frame.sandbox =
      "allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation";
    frame.title = "Checkout";
    frame.style.cssText = "display:block;width:100%;height:0;border:0;border-radius:12px;color-scheme:normal";
    frame.src = src;
    part.frame = frame;
    root.append(frame);
  };

  class HoldfastCheckout extends HTMLElement {
    static get observedAttributes() {
      return ["url", "lang", "theme"];
    }
    constructor() {
      super();
      parts.set(this, { frame: null, state: "", listener: (event) => hear(this, event) });
    }
    connectedCallback() {
      addEventListener("message", parts.get(this).listener);
      show(this);
    }
    disconnectedCallback() {
      const part = parts.get(this);
      removeEventListener("message", part.listener);
      part.frame = null;
    }
    attributeChangedCallback() {
      if (parts.get(this).frame) show(this);
    }
  }
  customElements.define(NAME, HoldfastCheckout);
})();
