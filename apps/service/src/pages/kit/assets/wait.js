// Looks for news of what the page waits for every two seconds, for ten minutes of being looked at, and loads the page when there are any.
(() => {
  const box = document.querySelector("[data-status]");
  let looks = 300;
  const look = async () => {
    if (!document.hidden) {
      looks -= 1;
      // A look that hangs, as on a train, must not be the last one.
      const answer = await fetch(box.dataset.status, { signal: AbortSignal.timeout(8000) }).catch(() => null);
      const news = answer?.ok ? await answer.json().catch(() => null) : null;
      if (news && news.version !== box.dataset.version) return location.replace(location.pathname + location.search);
    }
    if (looks > 0) setTimeout(look, 2000);
    else box.textContent = box.dataset.stopped;
  };
  if (box) setTimeout(look, 2000);
  for (const button of document.querySelectorAll("[data-print]")) {
    button.hidden = false;
    button.onclick = () => print();
  }
  if (navigator.clipboard)
    for (const button of document.querySelectorAll("[data-copy]")) {
      button.hidden = false;
      button.onclick = async () => {
        await navigator.clipboard.writeText(button.dataset.copy);
        button.textContent = button.dataset.done;
      };
    }
})();
