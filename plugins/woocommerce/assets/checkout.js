/** Offers the payment method in the block checkout. The server creates the session and says where the buyer goes on. */
(({ wcBlocksRegistry, wcSettings }, { element, htmlEntities }) => {
  const settings = wcSettings.getSetting("holdfast_data", {});
  const title = htmlEntities.decodeEntities(settings.title || "Pay with escrow protection");
  const Label = ({ components }) => element.createElement(components.PaymentMethodLabel, { text: title });
  // As text, never as markup.
  const Content = () => htmlEntities.decodeEntities(settings.description || "");
  wcBlocksRegistry.registerPaymentMethod({
    name: "holdfast",
    label: element.createElement(Label),
    content: element.createElement(Content),
    edit: element.createElement(Content),
    ariaLabel: title,
    canMakePayment: () => true,
    supports: { features: settings.supports || ["products"] },
  });
})(window.wc, window.wp);
