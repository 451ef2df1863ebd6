// What a page asks of a passkey: the browser makes or uses one, and its answer is handed in with the form that the button
// is part of. Without this script the buttons stay hidden, and codes do.
(() => {
  const { browserSupportsWebAuthn, startAuthentication, startRegistration } = globalThis.SimpleWebAuthnBrowser;
  if (!browserSupportsWebAuthn()) return;

  /** @param which of the sentences that stand at the place, "known" or "none"; null for neither. */
  const say = (button, which) => {
    const place = button.parentElement.querySelector("[data-passkey-problem]");
    place.textContent = which === null ? "" : place.dataset[which];
    place.hidden = which === null;
  };

  // The code is what the passkey is instead of; everything else of the form is still wanted.
  const isFilledIn = (form, needsCode) => {
    const code = form.elements.namedItem("code") ?? form.elements.namedItem("proof_code");
    if (code !== null) code.required = needsCode;
    return form.reportValidity();
  };

  const make = async (button) => {
    const { form } = button;
    const answered = form.elements.namedItem("passkey");
    if (!isFilledIn(form, answered === null || answered.value === "")) return;
    const answer = await startRegistration({ optionsJSON: JSON.parse(button.dataset.create) });
    form.elements.namedItem("credential").value = JSON.stringify(answer);
    form.submit();
  };

  const use = async (button) => {
    const { form } = button;
    if (!isFilledIn(form, false)) return;
    const answer = await startAuthentication({ optionsJSON: JSON.parse(button.dataset.get) });
    form.elements.namedItem(button.dataset.into).value = JSON.stringify(answer);
    const making = form.querySelector("button[data-create]");
    if (making === null) form.submit();
    else await make(making);
  };

  for (const button of document.querySelectorAll("button[data-create], button[data-get]")) {
    const act = button.dataset.create === undefined ? use : make;
    button.hidden = false;
    button.addEventListener("click", async () => {
      say(button, null);
      try {
        await act(button);
      } catch (error) {
        say(button, error.name === "InvalidStateError" ? "known" : "none");
      }
    });
  }
})();
