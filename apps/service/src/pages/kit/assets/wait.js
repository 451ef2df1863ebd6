// What a page can do without, and is better with. First its forms: buttons that say that they were pressed, what is missing in the
// page's language, a code that is sent with its last digit.
(() => {
  const all = (selector) => document.querySelectorAll(selector);
  // A form is sent once, until the next page is there. It can be sent again when the browser comes back to this one, and when
  // nothing has come of it for 20 seconds. What opens a tab, or is sent by another script, leaves this page as it is.
  const free = (form) => {
    delete form.dataset.sent;
    for (const button of form.querySelectorAll("[aria-busy]")) {
      button.removeAttribute("aria-busy");
      button.removeAttribute("aria-disabled");
    }
  };
  addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || (submitter?.formTarget || form.target) === "_blank") return;
    if ("sent" in form.dataset) return event.preventDefault();
    form.dataset.sent = "";
    const button = submitter ?? form.querySelector("[type=submit]");
    button?.setAttribute("aria-busy", "true");
    button?.setAttribute("aria-disabled", "true");
    setTimeout(free, 20000, form);
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted) for (const form of all("[data-sent]")) free(form);
  });
  // What is missing is said in the page's language, not in the browser's.
  addEventListener(
    "invalid",
    ({ target: field }) => {
      const { missing, unchosen } = document.body.dataset;
      const isChoice = field.matches("select, [type=radio], [type=checkbox], [type=file]");
      field.setCustomValidity("");
      if (field.validity.valueMissing) field.setCustomValidity((isChoice ? unchosen : missing) ?? "");
    },
    true,
  );
  const valid = ({ target: field }) => {
    // One choice answers for all of its group.
    const group = field.type === "radio" ? all(`[name="${CSS.escape(field.name)}"]`) : [field];
    for (const one of group) one.setCustomValidity?.("");
  };
  addEventListener("input", valid);
  addEventListener("change", valid);
  // A code of so many digits is sent when the last one is there, in whichever digits.
  for (const field of all("[data-digits]"))
    field.addEventListener("input", () => {
      const digits = field.value.match(/\p{Nd}/gu) ?? [];
      if (digits.length === Number(field.dataset.digits)) field.form.requestSubmit?.();
    });
  // The Enter of a hand that didn't know it would have confirmed what the next page begins with.
  addEventListener("keydown", (event) => {
    const isHasty = location.hash !== "" && performance.now() < 1000;
    if (isHasty && event.key === "Enter" && event.target.type === "radio") event.preventDefault();
  });
})();
// Then moments in the reader's own time zone, a clock that counts down, a form that a link has led to, news of what the page waits
// for, and buttons that copy.
(() => {
  const all = (selector) => document.querySelectorAll(selector);
  const forms = {
    instant: { dateStyle: "long", timeStyle: "short" },
    shortInstant: { dateStyle: "medium", timeStyle: "short" },
    day: { dateStyle: "long" },
    shortDay: { day: "numeric", month: "short" },
    stamp: { dateStyle: "medium", timeStyle: "medium" },
  };
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const clock = (moment) => {
    const ahead = -moment.getTimezoneOffset();
    const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60];
    const sign = ahead < 0 ? "-" : "+";
    return ahead === 0 ? "UTC" : `UTC${sign}${hours}${minutes === 0 ? "" : `:${`${minutes}`.padStart(2, "0")}`}`;
  };
  // Scripts that load a part of a page ask for it, too, before they put it in its place. Where the service knows the reader's time
  // zone, nothing is left to write.
  window.writeTimes = (page) => {
    for (const time of page.querySelectorAll("[data-moment]")) {
      const { moment: language, form } = time.dataset;
      const moment = new Date(time.dateTime);
      const text = moment.toLocaleString(language, forms[form]);
      time.textContent = forms[form].timeStyle ? `${text} ${clock(moment)}` : text;
    }
  };
  window.writeTimes(document);
  // From the next page on it does.
  const { zoneCookie } = document.body.dataset;
  if (zoneCookie && zone) {
    // biome-ignore lint/suspicious/noDocumentCookie: what stands in its place is not in every browser that we show pages to.
    document.cookie = zoneCookie.replace("$", zone);
    for (const name of all("[data-zone]"))
      name.textContent = zone === "UTC" ? zone : `${zone.replace(/_/g, " ")} (${clock(new Date())})`;
  }
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
  // Every two seconds, or as the page says, for ten minutes of being looked at; the page is loaded when there are any.
  const box = document.querySelector("[data-status]");
  const said = box?.textContent;
  const every = Number(box?.dataset.every ?? 2) * 1000;
  let looks = 600_000 / every;
  const look = async () => {
    if (!document.hidden) {
      looks -= 1;
      // A look that hangs, as on a train, must not be the last one.
      const end = new AbortController();
      setTimeout(() => end.abort(), 8000);
      const answer = await fetch(box.dataset.status, { signal: end.signal }).catch(() => null);
      const says = answer ? said : (box.dataset.offline ?? said);
      if (box.textContent !== says) box.textContent = says;
      const news = answer?.ok ? await answer.json().catch(() => null) : null;
      // What somebody is writing would be lost.
      const isWriting = [...all("textarea")].some((field) => field.value !== field.defaultValue);
      if (news && news.version !== box.dataset.version && !isWriting)
        return location.replace(location.pathname + location.search);
    }
    if (looks > 0) setTimeout(look, every);
    else box.textContent = box.dataset.stopped;
  };
  if (box) setTimeout(look, every);
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
