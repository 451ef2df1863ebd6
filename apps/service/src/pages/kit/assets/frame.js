// Inside of a seller's page: tells that page how tall this one is and how the session stands, and nothing else. It tells origins that
// the seller allows, by name; a browser delivers to no other.
(() => {
  if (parent === window) return;
  const { frameOrigins, frameSession, frameState } = document.body.dataset;
  const allowed = frameOrigins.split(" ");
  // Where the browser says who is around us, the others need not be tried.
  const around = location.ancestorOrigins?.[0];
  const tell = (what) => {
    for (const origin of allowed)
      if (around === undefined || around === origin) parent.postMessage({ holdfast: 1, ...what }, origin);
  };
  new ResizeObserver(() => tell({ height: Math.ceil(document.body.getBoundingClientRect().height) })).observe(
    document.body,
  );
  if (frameState) tell({ session: frameSession ?? null, state: frameState });
})();
