/** What mails to buyers say. Titles, names, amounts and moments come in as the reader's language writes them. */
import { catalogue } from "../../words/locale.js";

/** Words that several mails share. */
export const shared = catalogue({
  en: {
    footer:
      "You get this because your address was used for an order with Holdfast, which holds a buyer’s payment until the delivery is approved. A link in our mails only opens a page. We never ask for a code or a password by mail.",
    open: "Open the order",
    pay: "Open the order and pay",
    review: "Look at the delivery",
    order: "Order",
    part: "Part",
    seller: "Seller",
    reference: "Reference",
    price: "Price",
    fees: "Escrow protection fee",
    total: "Total",
    received: "Received",
    missing: "Still missing",
    payUntil: "Pay by",
    paidOn: "Paid on",
    toSeller: "Paid to the seller",
    toYou: "Refund to you",
    nothingPaid:
      "You had not paid anything, so there is nothing to give back. A payment that still arrives is returned to you.",
    refundFollows: (amount: string) =>
      `${amount} goes back to you the way you paid. We write again when it has been paid out.`,
    autoApproval: (moment: string) =>
      `If you say nothing, the delivery counts as approved on ${moment}, and the seller is paid.`,
    noAutoApproval: "Until you decide, the money stays where it is.",
  },
  fr: {
    footer:
      "Vous recevez ce message parce que votre adresse a servi à une commande avec Holdfast, qui garde le paiement de l’acheteur sous séquestre jusqu’à l’approbation de la livraison. Un lien dans nos messages ne fait qu’ouvrir une page. Nous ne demandons jamais de code ni de mot de passe par e-mail.",
    open: "Ouvrir la commande",
    pay: "Ouvrir la commande et payer",
    review: "Voir la livraison",
    order: "Commande",
    part: "Partie",
    seller: "Vendeur",
    reference: "Référence",
    price: "Prix",
    fees: "Frais de protection",
    total: "Total",
    received: "Reçu",
    missing: "Reste à payer",
    payUntil: "À payer avant le",
    paidOn: "Payé le",
    toSeller: "Versé au vendeur",
    toYou: "Remboursement",
    nothingPaid:
      "Vous n’aviez rien payé, il n’y a donc rien à rembourser. Un paiement qui arriverait encore vous sera rendu.",
    refundFollows: (amount) =>
      `${amount} vous sont remboursés par le moyen que vous avez utilisé pour payer. Nous vous écrirons quand le versement sera fait.`,
    autoApproval: (moment) =>
      `Sans réponse de votre part, la livraison est considérée comme approuvée le ${moment}, et le vendeur est payé.`,
    noAutoApproval: "Tant que vous n’avez pas décidé, l’argent reste où il est.",
  },
  sw: {
    footer:
      "Umepokea ujumbe huu kwa sababu anwani yako ilitumika kwa oda kupitia Holdfast, inayotunza malipo ya mnunuzi kama amana ya uaminifu hadi bidhaa iidhinishwe. Kiungo katika barua zetu hufungua ukurasa tu. Hatuombi kamwe msimbo wala nenosiri kwa barua pepe.",
    open: "Fungua oda",
    pay: "Fungua oda na ulipe",
    review: "Angalia kilichowasilishwa",
    order: "Oda",
    part: "Sehemu",
    seller: "Muuzaji",
    reference: "Kumbukumbu",
    price: "Bei",
    fees: "Ada ya ulinzi",
    total: "Jumla",
    received: "Kilichopokelewa",
    missing: "Kilichobaki",
    payUntil: "Lipa kabla ya",
    paidOn: "Ililipwa",
    toSeller: "Aliyolipwa muuzaji",
    toYou: "Unazorudishiwa",
    nothingPaid: "Hukuwa umelipa chochote, kwa hiyo hakuna cha kurudisha. Malipo yatakayofika bado yatarudishwa kwako.",
    refundFollows: (amount) =>
      `${amount} zinarudishwa kwako kwa njia uliyotumia kulipa. Tutakuandikia tena zitakapokuwa zimelipwa.`,
    autoApproval: (moment) => `Usiposema chochote, itahesabiwa kuwa umeidhinisha ${moment}, na muuzaji atalipwa.`,
    noAutoApproval: "Hadi utakapoamua, pesa zinabaki zilipo.",
  },
  pt: {
    footer:
      "Recebe esta mensagem porque o seu endereço foi usado numa encomenda com a Holdfast, que guarda o pagamento do comprador numa conta de garantia até a entrega ser aprovada. Uma ligação nas nossas mensagens apenas abre uma página. Nunca pedimos códigos nem palavras-passe por e-mail.",
    open: "Abrir a encomenda",
    pay: "Abrir a encomenda e pagar",
    review: "Ver a entrega",
    order: "Encomenda",
    part: "Parte",
    seller: "Vendedor",
    reference: "Referência",
    price: "Preço",
    fees: "Taxa de proteção",
    total: "Total",
    received: "Recebido",
    missing: "Falta pagar",
    payUntil: "Pagar até",
    paidOn: "Pago em",
    toSeller: "Pago ao vendedor",
    toYou: "Reembolso para si",
    nothingPaid:
      "Não tinha pago nada, por isso não há nada a devolver. Um pagamento que ainda chegue ser-lhe-á devolvido.",
    refundFollows: (amount) =>
      `${amount} são-lhe devolvidos pela via com que pagou. Voltamos a escrever quando o reembolso tiver sido pago.`,
    autoApproval: (moment) => `Se não disser nada, a entrega considera-se aprovada a ${moment}, e o vendedor é pago.`,
    noAutoApproval: "Até decidir, o dinheiro fica onde está.",
  },
});

/** From the order to the money. */
export const paying = catalogue({
  en: {
    created: (title: string) => `Your order: ${title}`,
    createdFrom: (seller: string) =>
      `You have confirmed an order from ${seller}. It now waits for your payment; if you have paid in the meantime, there is nothing more to do.`,
    howItWorks: "Holdfast holds your money. The seller is paid only when you have approved the delivery.",
    payBy: (moment: string) =>
      `Please pay by ${moment}. If the whole amount is not there by then, the order ends and what you have paid goes back to you.`,
    partFunded: (missing: string, title: string) => `${missing} still missing: ${title}`,
    receivedPart: (received: string, total: string, seller: string) =>
      `We have received ${received} of ${total} for your order from ${seller}. Thank you.`,
    missingPart: (missing: string) => `${missing} is still missing. The order begins once all of it is there.`,
    funded: (title: string) => `Payment received: ${title}`,
    fundedFrom: (total: string, seller: string) =>
      `We have received your payment of ${total} for your order from ${seller}. This mail is your receipt.`,
    next: "What happens next: the seller delivers and tells us. Then we write to you, so that you can check the delivery and approve it, ask for changes, or open a dispute.",
    deliverUntil: (moment: string) => `If nothing has been delivered by ${moment}, you get your money back.`,
    reviewFor: (span: string) =>
      `Once a delivery is reported you have ${span} to answer; after that it counts as approved. A dispute stops the clock.`,
  },
  fr: {
    created: (title) => `Votre commande : ${title}`,
    createdFrom: (seller) =>
      `Vous avez confirmé une commande auprès de ${seller}. Elle attend maintenant votre paiement ; si vous avez payé entre-temps, il n’y a plus rien à faire.`,
    howItWorks: "Holdfast garde votre argent. Le vendeur n’est payé que lorsque vous avez approuvé la livraison.",
    payBy: (moment) =>
      `Merci de payer avant le ${moment}. Si le montant n’est pas complet à ce moment-là, la commande prend fin et ce que vous avez payé vous est rendu.`,
    partFunded: (missing, title) => `Il manque encore ${missing} : ${title}`,
    receivedPart: (received, total, seller) =>
      `Nous avons reçu ${received} sur ${total} pour votre commande auprès de ${seller}. Merci.`,
    missingPart: (missing) => `Il manque encore ${missing}. La commande commence dès que tout est arrivé.`,
    funded: (title) => `Paiement reçu : ${title}`,
    fundedFrom: (total, seller) =>
      `Nous avons reçu votre paiement de ${total} pour votre commande auprès de ${seller}. Ce message est votre reçu.`,
    next: "La suite : le vendeur livre et nous prévient. Nous vous écrivons alors, pour que vous puissiez vérifier la livraison et l’approuver, demander des modifications ou ouvrir un litige.",
    deliverUntil: (moment) => `Si rien n’a été livré le ${moment}, votre argent vous est rendu.`,
    reviewFor: (span) =>
      `Une fois la livraison annoncée, vous avez ${span} pour répondre ; ensuite, elle est considérée comme approuvée. Un litige arrête le délai.`,
  },
  sw: {
    created: (title) => `Oda yako: ${title}`,
    createdFrom: (seller) =>
      `Umethibitisha oda kutoka kwa ${seller}. Sasa inasubiri malipo yako; kama umeshalipa, hakuna kingine cha kufanya.`,
    howItWorks: "Holdfast inatunza pesa zako. Muuzaji hulipwa tu baada ya wewe kuidhinisha kilichowasilishwa.",
    payBy: (moment) =>
      `Tafadhali lipa kabla ya ${moment}. Ikiwa kiasi chote hakijafika kufikia wakati huo, oda itaisha na ulichokwisha kulipa kitarudishwa kwako.`,
    partFunded: (missing, title) => `Bado zinahitajika ${missing}: ${title}`,
    receivedPart: (received, total, seller) =>
      `Tumepokea ${received} kati ya ${total} kwa oda yako kutoka kwa ${seller}. Asante.`,
    missingPart: (missing) => `Bado zinahitajika ${missing}. Oda itaanza pesa zote zitakapofika.`,
    funded: (title) => `Malipo yamepokelewa: ${title}`,
    fundedFrom: (total, seller) =>
      `Tumepokea malipo yako ya ${total} kwa oda yako kutoka kwa ${seller}. Barua hii ni risiti yako.`,
    next: "Kinachofuata: muuzaji anawasilisha na kutujulisha. Kisha tutakuandikia, ili uangalie na uidhinishe, uombe marekebisho, au ufungue mgogoro.",
    deliverUntil: (moment) => `Ikiwa hakuna kitakachokuwa kimewasilishwa kufikia ${moment}, utarudishiwa pesa zako.`,
    reviewFor: (span) =>
      `Muuzaji akisema amewasilisha, una muda huu wa kujibu: ${span}. Baada ya hapo itahesabiwa kuwa umeidhinisha. Mgogoro husimamisha muda huo.`,
  },
  pt: {
    created: (title) => `A sua encomenda: ${title}`,
    createdFrom: (seller) =>
      `Confirmou uma encomenda a ${seller}. Agora falta o seu pagamento; se entretanto já pagou, não tem mais nada a fazer.`,
    howItWorks: "A Holdfast guarda o seu dinheiro. O vendedor só é pago quando tiver aprovado a entrega.",
    payBy: (moment) =>
      `Pague, por favor, até ${moment}. Se até lá não tiver chegado o valor completo, a encomenda termina e o que pagou é-lhe devolvido.`,
    partFunded: (missing, title) => `Ainda faltam ${missing}: ${title}`,
    receivedPart: (received, total, seller) =>
      `Recebemos ${received} de ${total} pela sua encomenda a ${seller}. Obrigado.`,
    missingPart: (missing) => `Ainda faltam ${missing}. A encomenda começa quando chegar tudo.`,
    funded: (title) => `Pagamento recebido: ${title}`,
    fundedFrom: (total, seller) =>
      `Recebemos o seu pagamento de ${total} pela encomenda a ${seller}. Esta mensagem é o seu recibo.`,
    next: "O que se segue: o vendedor entrega e avisa-nos. Depois escrevemos-lhe, para que possa verificar a entrega e aprová-la, pedir alterações ou abrir um litígio.",
    deliverUntil: (moment) => `Se nada tiver sido entregue até ${moment}, recebe o seu dinheiro de volta.`,
    reviewFor: (span) =>
      `Depois de a entrega ser anunciada, tem ${span} para responder; a seguir, considera-se aprovada. Um litígio para o prazo.`,
  },
});
