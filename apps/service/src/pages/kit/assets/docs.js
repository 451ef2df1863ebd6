// What the documents can do without, and are better with: examples that are copied, one language for all of them, the section where the
// reader is, the choice between light and dark in place, and calls of the sandbox.
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];

  // A browser that keeps nothing refuses by an error.
  const keep = (name, value) => {
    try {
      if (value !== undefined) localStorage.setItem(name, value);
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  };

  const offerCopies = () => {
    if (navigator.clipboard)
      for (const button of all("[data-copies]")) {
        const [label] = button.childNodes;
        const said = label.textContent;
        button.hidden = false;
        button.onclick = async () => {
          await navigator.clipboard.writeText(button.parentElement.querySelector("pre").textContent);
          label.textContent = button.dataset.done;
          setTimeout(() => {
            label.textContent = said;
          }, 2000);
        };
      }
  };

  const offerLanguages = () => {
    const LANGUAGE = "example-language";
    const radios = all("[data-language]");
    const choose = (language) => {
      for (const radio of radios) if (radio.dataset.language === language) radio.checked = true;
    };
    choose(keep(LANGUAGE));
    for (const radio of radios)
      radio.onchange = () => {
        // What is above may grow or shrink: the tab stays under the finger.
        const top = radio.parentElement.getBoundingClientRect().top;
        choose(radio.dataset.language);
        keep(LANGUAGE, radio.dataset.language);
        scrollBy(0, radio.parentElement.getBoundingClientRect().top - top);
      };
  };

  const markSections = () => {
    // Where each section of the menu begins on the page.
    const stops = all("[data-contents] a[href^='#']")
      .map((link) => ({ link, target: document.getElementById(decodeURIComponent(link.hash.slice(1))) }))
      .filter(({ target }) => target !== null);
    let current = null;
    const mark = () => {
      const passed = stops.filter(({ target }) => target.getBoundingClientRect().top < 120);
      const link = passed.length === 0 ? null : passed[passed.length - 1].link;
      if (link === current) return;
      if (current) current.removeAttribute("aria-current");
      current = link;
      if (link === null) return;
      link.setAttribute("aria-current", "true");
      // The menu scrolls, and nothing around it.
      const box = link.closest("[data-contents]");
      const [row, seen] = [link.getBoundingClientRect(), box.getBoundingClientRect()];
      if (row.top < seen.top || row.bottom > seen.bottom) box.scrollTop += row.top - seen.top - seen.height / 3;
    };
    if (stops.length > 0) {
      let asked = false;
      addEventListener(
        "scroll",
        () => {
          if (asked) return;
          asked = true;
          requestAnimationFrame(() => {
            asked = false;
            mark();
          });
        },
        { passive: true },
      );
      mark();
    }
  };

  const offerThemes = () => {
    for (const link of all("[data-theme-choice]"))
      link.onclick = async (event) => {
        event.preventDefault();
        const answer = await fetch(link.href).catch(() => null);
        const text = answer?.ok ? await answer.text() : "";
        const form = new DOMParser().parseFromString(text, "text/html").querySelector("form[action='/theme']");
        if (form) link.replaceWith(form);
        else location.assign(link.href);
      };
  };

  for (const offer of [offerCopies, offerLanguages, markSections, offerThemes]) offer();
})();

// Calls of the sandbox, with a key that this tab alone remembers.
(() => {
  const keep = (key) => {
    try {
      if (key !== undefined) sessionStorage.setItem("sandbox-key", key);
      return sessionStorage.getItem("sandbox-key");
    } catch {
      return null;
    }
  };
  for (const box of document.querySelectorAll("[data-call]")) {
    box.hidden = false;
    const form = box.querySelector("form");
    const { key, path, body } = form.elements;
    const [status, answer] = [box.querySelector("[role=status]"), box.querySelector("pre")];
    box.ontoggle = () => {
      if (key.value === "") key.value = keep() || "";
    };
    form.onsubmit = async (event) => {
      event.preventDefault();
      keep(key.value);
      status.textContent = "…";
      const headers = { Authorization: `Bearer ${key.value.trim()}` };
      if (body) headers["Content-Type"] = "application/json";
      const asked = { method: form.dataset.method, headers, credentials: "omit" };
      if (body) asked.body = body.value;
      const got = await fetch(form.dataset.base + path.value, asked).catch(() => null);
      const text = got ? await got.text().catch(() => "") : "";
      status.textContent = got ? `${got.status} ${got.statusText}` : "The service didn’t answer. Try again.";
      answer.hidden = text === "";
      try {
        answer.textContent = JSON.stringify(JSON.parse(text), null, 2);
      } catch {
        answer.textContent = text;
      }
    };
  }
})();
