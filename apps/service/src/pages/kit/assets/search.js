// Closes what was opened and left: a menu closes when one clicks elsewhere, or presses Escape in it.
(() => {
  const close = (event) => {
    for (const menu of document.querySelectorAll("details[data-menu][open]")) {
      const isInside = menu.contains(event.target);
      if (event.key === "Escape" && isInside) menu.querySelector("summary").focus();
      if (event.type === "click" ? !isInside : event.key === "Escape") menu.open = false;
    }
  };
  document.addEventListener("click", close);
  document.addEventListener("keydown", close);
})();
// What is typed into a form is seen in the preview beside it.
for (const shown of document.querySelectorAll("[data-shows]")) {
  document.getElementById(shown.dataset.shows)?.addEventListener("input", ({ target }) => {
    shown.textContent = target.value.trim() || shown.dataset.empty;
  });
}
// Opens the search of the console by a key, and shows what it finds while one types; the page behind the form shows the same.
// On the desk the key leads to the search box itself: each search there is a step of its own, and is written down.
(() => {
  const isKey = (event) => {
    const isTyping = event.target.closest?.("input, textarea, select");
    const command = event.metaKey || event.ctrlKey;
    const isSlash = event.key === "/" && !isTyping && !command && !event.altKey;
    return isSlash || (event.key.toLowerCase() === "k" && command && !event.shiftKey && !event.altKey);
  };
  const field = document.querySelector("input[data-search]");
  if (field) {
    document.addEventListener("keydown", (event) => {
      if (!isKey(event)) return;
      event.preventDefault();
      field.focus();
      field.select();
    });
  }
  const dialog = document.querySelector("dialog[data-search]");
  // Without dialogs the links lead to the page behind the form.
  if (!dialog?.showModal) return;
  const [form, box, count] = ["form", "[data-found]", "[role=status]"].map((part) => dialog.querySelector(part));
  const input = form.elements.q;
  let asked = 0;
  let timer;
  const look = async () => {
    asked += 1;
    const mine = asked;
    const url = `${form.action}?${new URLSearchParams({ q: input.value, live: 1 })}`;
    // An answer that hangs must not be the last word; one that comes late must not replace a later one.
    const patience = new AbortController();
    const end = setTimeout(() => patience.abort(), 8000);
    const answer = await fetch(url, { signal: patience.signal }).catch(() => null);
    const text = answer?.ok ? await answer.text().catch(() => "") : "";
    clearTimeout(end);
    const found = new DOMParser().parseFromString(text, "text/html").getElementById("found");
    if (mine !== asked) return;
    if (found) window.writeTimes?.(found);
    if (found) box.replaceChildren(...found.childNodes);
    else box.textContent = box.dataset.failed;
    count.textContent = found?.dataset.count ?? "";
  };
  const open = () => {
    if (dialog.open) return;
    dialog.showModal();
    input.select();
    if (box.childElementCount === 0) void look();
  };
  document.addEventListener("keydown", (event) => {
    if (!isKey(event)) return;
    event.preventDefault();
    open();
  });
  for (const link of document.querySelectorAll("[data-searches]")) {
    link.addEventListener("click", (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      open();
    });
  }
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(look, 120);
  });
  dialog.addEventListener("keydown", (event) => {
    // The browser's own Escape would only empty the field.
    if (event.key === "Escape") {
      event.preventDefault();
      dialog.close();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const stops = [input, ...box.querySelectorAll("li a")];
    stops[(stops.indexOf(document.activeElement) + step + stops.length) % stops.length].focus();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
})();
