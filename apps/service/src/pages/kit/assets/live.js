// Keeps a list at its newest: asks for the page again, and puts its rows in place of those that are there. It asks more seldom the
// longer nothing comes, not at all while nobody looks, and stops when it is told to.
(() => {
  const bar = document.querySelector("[data-live]");
  if (!bar) return;
  const [said, button] = [bar.querySelector("[role=status]"), bar.querySelector("button")];
  const shortest = 2000;
  const longest = 30000;
  let wait = shortest;
  let timer;
  const list = (page) => page.getElementById("live");
  const keys = (page) => [...list(page).querySelectorAll("tbody a[href]")].map((link) => link.getAttribute("href"));
  const look = async () => {
    const patience = new AbortController();
    const end = setTimeout(() => patience.abort(), 8000);
    const answer = await fetch(location.href, { signal: patience.signal }).catch(() => null);
    const text = answer?.ok && !answer.redirected ? await answer.text().catch(() => "") : "";
    clearTimeout(end);
    const page = new DOMParser().parseFromString(text, "text/html");
    window.writeTimes?.(page);
    if (!list(page) || list(page).innerHTML === list(document).innerHTML) {
      wait = Math.min(longest, wait * 1.5);
      return;
    }
    wait = shortest;
    const before = new Set(keys(document));
    const focused = list(document).contains(document.activeElement)
      ? document.activeElement.getAttribute("href")
      : null;
    list(document).replaceChildren(...list(page).childNodes);
    const fresh = [...list(document).querySelectorAll("tbody tr")].filter(
      (row) => !before.has(row.querySelector("a[href]")?.getAttribute("href")),
    );
    for (const row of fresh) row.classList.add("fresh");
    if (focused)
      list(document)
        .querySelector(`a[href="${CSS.escape(focused)}"]`)
        ?.focus();
    if (fresh.length > 0) said.textContent = bar.dataset.live.replace("{count}", fresh.length);
  };
  const next = () => {
    clearTimeout(timer);
    if (document.hidden || button.getAttribute("aria-pressed") === "false") return;
    timer = setTimeout(() => look().finally(next), wait);
  };
  button.hidden = false;
  button.onclick = () => {
    const isOn = button.getAttribute("aria-pressed") === "false";
    button.setAttribute("aria-pressed", String(isOn));
    wait = shortest;
    next();
  };
  document.addEventListener("visibilitychange", () => {
    wait = shortest;
    next();
  });
  next();
})();
