/** The words of an order's terms: what happens until something is delivered, and what releases the money. */
import { catalogue } from "../../words/locale.js";

export const termsWords = catalogue({
  en: {
    deliverText: "You check what you get. If something is not right, you ask for a correction or open a dispute.",
    deliverUntil: "If nothing is delivered within {time} of your payment, you get all your money back.",
    releaseText: "The seller is paid when you approve the delivery, and not before.",
    releaseParts: "The seller is paid part by part, each when you approve its delivery.",
    silence: "If you say nothing for {time} after a delivery is reported, it counts as approved.",
    noSilence: "Saying nothing is no approval: without your word the money stays where it is.",
    clockStops: "A dispute stops the clock.",
  },
  fr: {
    deliverText:
      "Vous contrôlez ce que vous recevez. Si quelque chose ne va pas, vous demandez une correction ou ouvrez un litige.",
    deliverUntil: "Si rien n’est livré dans un délai de {time} après votre paiement, tout votre argent vous est rendu.",
    releaseText: "Le vendeur est payé quand vous approuvez la livraison, pas avant.",
    releaseParts: "Le vendeur est payé partie par partie, à chaque livraison que vous approuvez.",
    silence:
      "Sans réponse de votre part pendant {time} après l’annonce d’une livraison, elle est considérée comme approuvée.",
    noSilence: "Votre silence ne vaut pas accord : sans votre réponse, l’argent reste où il est.",
    clockStops: "Un litige suspend le délai.",
  },
  sw: {
    deliverText: "Unakagua unachopokea. Kama kuna kasoro, unaomba marekebisho au unafungua mgogoro.",
    deliverUntil: "Kama hakuna kilicholetwa ndani ya {time} baada ya malipo yako, unarudishiwa pesa zako zote.",
    releaseText: "Muuzaji hulipwa unapoidhinisha ulichopokea, si kabla.",
    releaseParts: "Muuzaji hulipwa sehemu kwa sehemu, kila moja unapoidhinisha ulichopokea.",
    silence: "Usipojibu kwa {time} baada ya kuarifiwa kuwa bidhaa zimeletwa, itahesabiwa kuwa umeidhinisha.",
    noSilence: "Kukaa kimya si idhini: bila jibu lako pesa zinabaki zilipo.",
    clockStops: "Mgogoro unasimamisha muda.",
  },
  pt: {
    deliverText: "Verifica o que recebe. Se algo não estiver bem, pede uma correção ou abre uma disputa.",
    deliverUntil: "Se nada for entregue no prazo de {time} após o pagamento, recebe todo o seu dinheiro de volta.",
    releaseText: "O vendedor é pago quando aprova a entrega, e não antes.",
    releaseParts: "O vendedor é pago parte a parte, à medida que aprova cada entrega.",
    silence: "Se não disser nada durante {time} depois de comunicada uma entrega, ela considera-se aprovada.",
    noSilence: "O silêncio não é aprovação: sem a sua resposta, o dinheiro fica onde está.",
    clockStops: "Uma disputa suspende o prazo.",
  },
});
