// What a page can do without, and is better with: moments in the reader's own time zone, a clock that counts down, a form that a
// link has led to, news of what the page waits for, and buttons that copy.
(() => {
  const all = (selector) => document.querySelectorAll(selector);
  const forms = {
    instant: { dateStyle: "long", timeStyle: "short" },
    day: { dateStyle: "long" },
    shortDay: { day: "numeric", month: "short" },
    stamp: { dateStyle: "medium", timeStyle: "medium" },
  };
  // Scripts that load a part of a page ask for it, too, before they put it in its place.
  window.writeTimes = (page) => {
    for (const time of page.querySelectorAll("[data-moment]")) {
      const { moment: language, form } = time.dataset;
      const moment = new Date(time.dateTime);
      time.title = `${moment.toLocaleString(language, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" })} UTC`;
      time.textContent = moment.toLocaleString(language, forms[form]);
    }
  };
  window.writeTimes(document);
  const shortcuts = document.getElementById("shortcuts");
  document.addEventListener("keydown", ({ key, target, ctrlKey, metaKey, altKey }) => {
    if (key !== "?" || ctrlKey || metaKey || altKey || target.closest?.("input, textarea, select, dialog")) return;
    shortcuts?.showModal?.();
  });
  for (const box of all("[data-left]")) {
    const end = performance.now() + box.dataset.left * 1000;
    const tick = () => {
      const left = Math.max(0, Math.round((end - performance.now()) / 1000));
      box.lastElementChild.textContent = `${Math.floor(left / 60)}:${`${left % 60}`.padStart(2, "0")}`;
      if (left > 0) setTimeout(tick, 1000);
    };
    tick();
    box.hidden = false;
  }
  // A browser that can't ask for it by that name sends at once.
  for (const form of all("[data-send]")) (form.requestSubmit ?? form.submit).call(form);
  // Every two seconds, for ten minutes of being looked at; the page is loaded when there are any.
  const box = document.querySelector("[data-status]");
  let looks = 300;
  const look = async () => {
    if (!document.hidden) {
      looks -= 1;
      // A look that hangs, as on a train, must not be the last one.
      const end = new AbortController();
      setTimeout(() => end.abort(), 8000);
      const answer = await fetch(box.dataset.status, { signal: end.signal }).catch(() => null);
      const news = answer?.ok ? await answer.json().catch(() => null) : null;
      // What somebody is writing would be lost.
      const isWriting = [...all("textarea")].some((field) => field.value !== field.defaultValue);
      if (news && news.version !== box.dataset.version && !isWriting)
        return location.replace(location.pathname + location.search);
    }
    if (looks > 0) setTimeout(look, 2000);
    else box.textContent = box.dataset.stopped;
  };
  if (box) setTimeout(look, 2000);
  for (const button of all("[data-print]")) {
    button.hidden = false;
    button.onclick = () => print();
  }
  if (navigator.clipboard)
    for (const button of all("[data-copy]")) {
      button.hidden = false;
      button.onclick = async () => {
        await navigator.clipboard.writeText(button.dataset.copy);
        button.textContent = button.dataset.done;
      };
    }
})();
