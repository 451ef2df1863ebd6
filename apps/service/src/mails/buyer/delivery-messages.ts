/** What mails to buyers say of deliveries and disputes. */
import { catalogue } from "../../words/locale.js";

export const delivery = catalogue({
  en: {
    submitted: (title: string) => `Please check the delivery: ${title}`,
    submittedBy: (seller: string, what: string) =>
      `${seller} says that this has been delivered: ${what}. Please check it.`,
    yourChoice: (amount: string) =>
      `If all is right, approve the delivery: ${amount} then goes to the seller. If it is not, ask for changes or open a dispute.`,
    stopHere:
      "Something is wrong, and you have no time or cannot sign in? Here you stop the clock without signing in. The money then stays with Holdfast, and we look at both sides.",
    stop: "Something is wrong: stop the clock",
    note: "The seller’s note",
    amount: "To be released",
    disputed: (dispute: string) => `We have your dispute ${dispute}`,
    disputedAbout: (what: string) => `We have received your dispute about: ${what}.`,
    standsStill:
      "While it is open, the money stays with Holdfast and every deadline of the order stands still. We write to you as soon as there is a decision.",
    dispute: "Dispute",
    decided: (title: string) => `Your dispute is decided: ${title}`,
    released: (what: string, amount: string) =>
      `Your dispute about “${what}” was decided in the seller’s favour: ${amount} has been released to the seller.`,
    resumed: (what: string) =>
      `Your dispute about “${what}” is over, and this part of the order goes on where it stood.`,
    to_deliver: "It is now for the seller to deliver. We write to you when that has happened.",
    to_review: "The delivery waits for your answer again: approve it, ask for changes, or open another dispute.",
    to_revise:
      "It is now for the seller to make the changes that you asked for. We write to you when that has happened.",
    others: "Another part of the order is still in dispute; we write to you about that one separately.",
  },
  fr: {
    submitted: (title) => `À vérifier, votre livraison : ${title}`,
    submittedBy: (seller, what) => `${seller} annonce la livraison suivante : ${what}. Merci de la vérifier.`,
    yourChoice: (amount) =>
      `Si tout est en ordre, approuvez la livraison : ${amount} seront alors versés au vendeur. Sinon, demandez des modifications ou ouvrez un litige.`,
    stopHere:
      "Quelque chose ne va pas, et vous n’avez pas le temps ou ne pouvez pas vous connecter ? Ici, vous suspendez le délai sans vous connecter. L’argent reste alors chez Holdfast, et nous examinons les deux points de vue.",
    stop: "Quelque chose ne va pas : suspendre le délai",
    note: "Message du vendeur",
    amount: "À verser",
    disputed: (dispute) => `Nous avons reçu votre litige ${dispute}`,
    disputedAbout: (what) => `Nous avons reçu votre litige au sujet de : ${what}.`,
    standsStill:
      "Tant qu’il est ouvert, l’argent reste chez Holdfast et tous les délais de la commande sont suspendus. Nous vous écrivons dès qu’une décision est prise.",
    dispute: "Litige",
    decided: (title) => `Votre litige est tranché : ${title}`,
    released: (what, amount) =>
      `Votre litige au sujet de « ${what} » a été tranché en faveur du vendeur : ${amount} lui ont été versés.`,
    resumed: (what) =>
      `Votre litige au sujet de « ${what} » est clos, et cette partie de la commande reprend là où elle en était.`,
    to_deliver: "C’est maintenant au vendeur de livrer. Nous vous écrirons quand ce sera fait.",
    to_review:
      "La livraison attend de nouveau votre réponse : approuvez-la, demandez des modifications ou ouvrez un autre litige.",
    to_revise:
      "C’est maintenant au vendeur de faire les modifications demandées. Nous vous écrirons quand ce sera fait.",
    others: "Une autre partie de la commande est encore en litige ; nous vous écrirons à son sujet séparément.",
  },
  sw: {
    submitted: (title) => `Tafadhali angalia kilichowasilishwa: ${title}`,
    submittedBy: (seller, what) => `${seller} anasema amewasilisha hiki: ${what}. Tafadhali kiangalie.`,
    yourChoice: (amount) =>
      `Kila kitu kikiwa sawa, idhinisha: kisha ${amount} zitalipwa kwa muuzaji. Kama si sawa, omba marekebisho au fungua mgogoro.`,
    stopHere:
      "Kuna kasoro, na huna muda au huwezi kuingia? Hapa unasimamisha muda bila kuingia. Pesa zinabaki Holdfast, nasi tunaangalia pande zote mbili.",
    stop: "Kuna kasoro: simamisha muda",
    note: "Ujumbe wa muuzaji",
    amount: "Za kulipwa",
    disputed: (dispute) => `Tumepokea mgogoro wako ${dispute}`,
    disputedAbout: (what) => `Tumepokea mgogoro wako kuhusu: ${what}.`,
    standsStill:
      "Ukiwa bado wazi, pesa zinabaki Holdfast na kila muda wa mwisho wa oda unasimama. Tutakuandikia mara uamuzi utakapotolewa.",
    dispute: "Mgogoro",
    decided: (title) => `Mgogoro wako umeamuliwa: ${title}`,
    released: (what, amount) =>
      `Mgogoro wako kuhusu “${what}” umeamuliwa kwa faida ya muuzaji: ${amount} zimelipwa kwake.`,
    resumed: (what) => `Mgogoro wako kuhusu “${what}” umekwisha, na sehemu hii ya oda inaendelea ilipokuwa.`,
    to_deliver: "Sasa ni zamu ya muuzaji kuwasilisha. Tutakuandikia atakapofanya hivyo.",
    to_review: "Kilichowasilishwa kinasubiri tena jibu lako: idhinisha, omba marekebisho, au fungua mgogoro mwingine.",
    to_revise: "Sasa ni zamu ya muuzaji kufanya marekebisho uliyoomba. Tutakuandikia atakapofanya hivyo.",
    others: "Sehemu nyingine ya oda bado ina mgogoro; tutakuandikia kuhusu hiyo peke yake.",
  },
  pt: {
    submitted: (title) => `Verifique, por favor, a entrega: ${title}`,
    submittedBy: (seller, what) => `${seller} diz que entregou o seguinte: ${what}. Verifique, por favor.`,
    yourChoice: (amount) =>
      `Se estiver tudo bem, aprove a entrega: ${amount} são então pagos ao vendedor. Se não estiver, peça alterações ou abra um litígio.`,
    stopHere:
      "Há algo errado, e não tem tempo ou não consegue iniciar sessão? Aqui suspende o prazo sem iniciar sessão. O dinheiro fica então na Holdfast, e ouvimos os dois lados.",
    stop: "Há algo errado: suspender o prazo",
    note: "Nota do vendedor",
    amount: "A pagar",
    disputed: (dispute) => `Recebemos o seu litígio ${dispute}`,
    disputedAbout: (what) => `Recebemos o seu litígio sobre: ${what}.`,
    standsStill:
      "Enquanto estiver aberto, o dinheiro fica na Holdfast e todos os prazos da encomenda param. Escrevemos-lhe assim que houver uma decisão.",
    dispute: "Litígio",
    decided: (title) => `O seu litígio foi decidido: ${title}`,
    released: (what, amount) =>
      `O seu litígio sobre “${what}” foi decidido a favor do vendedor: ${amount} foram-lhe pagos.`,
    resumed: (what) => `O seu litígio sobre “${what}” terminou, e esta parte da encomenda continua onde estava.`,
    to_deliver: "Agora cabe ao vendedor entregar. Escrevemos-lhe quando isso acontecer.",
    to_review: "A entrega espera de novo a sua resposta: aprove-a, peça alterações ou abra outro litígio.",
    to_revise: "Agora cabe ao vendedor fazer as alterações que pediu. Escrevemos-lhe quando isso acontecer.",
    others: "Outra parte da encomenda ainda está em litígio; sobre esse escrevemos-lhe à parte.",
  },
});
