/** What mails to buyers say of what the seller writes and offers in a dispute, and of an agreement. */
import { catalogue } from "../../words/locale.js";

export const negotiation = catalogue({
  en: {
    wrote: (dispute: string) => `The seller wrote in your dispute ${dispute}`,
    wroteBy: (seller: string) => `${seller} wrote about your dispute. Open the order to read it, and to answer.`,
    note: "The beginning",
    offered: (dispute: string) => `The seller offers a split in your dispute ${dispute}`,
    offeredBy: (seller: string) =>
      `${seller} offers to split the price that is still held, and so to end the dispute and the order.`,
    yourChoice:
      "Open the order to see what it means to the cent, and accept or decline. Nothing moves before you accept.",
    declined: (dispute: string) => `The seller declined your offer in dispute ${dispute}`,
    declinedBy: (seller: string) =>
      `${seller} has declined the split that you offered. You can write, or offer another one; if you two do not agree, we decide.`,
    refund: "Back to you",
    release: "To the seller",
    dispute: "Dispute",
    agreed: (title: string) => `Your dispute is settled: ${title}`,
    agreedWith: (seller: string) =>
      `You and ${seller} have agreed on how to split the money. The dispute is settled, and the order is closed.`,
    agreedAll: (seller: string) =>
      `You and ${seller} have agreed that the seller is paid in full. The dispute is settled, and the order is completed.`,
  },
  fr: {
    wrote: (dispute) => `Le vendeur a écrit dans votre litige ${dispute}`,
    wroteBy: (seller) => `${seller} a écrit au sujet de votre litige. Ouvrez la commande pour le lire et répondre.`,
    note: "Le début",
    offered: (dispute) => `Le vendeur propose un partage dans votre litige ${dispute}`,
    offeredBy: (seller) =>
      `${seller} propose de partager la part du prix encore sous séquestre, et de clore ainsi le litige et la commande.`,
    yourChoice:
      "Ouvrez la commande pour voir ce que cela donne au centime près, et acceptez ou refusez. Rien ne bouge avant votre accord.",
    declined: (dispute) => `Le vendeur a refusé votre proposition dans le litige ${dispute}`,
    declinedBy: (seller) =>
      `${seller} a refusé le partage que vous proposiez. Vous pouvez écrire ou en proposer un autre ; si vous ne tombez pas d’accord, nous tranchons.`,
    refund: "Rendu à vous",
    release: "Au vendeur",
    dispute: "Litige",
    agreed: (title) => `Votre litige est réglé : ${title}`,
    agreedWith: (seller) =>
      `Vous et ${seller} vous êtes mis d’accord sur le partage de l’argent. Le litige est réglé, et la commande est close.`,
    agreedAll: (seller) =>
      `Vous et ${seller} avez convenu que le vendeur est payé en entier. Le litige est réglé, et la commande est terminée.`,
  },
  sw: {
    wrote: (dispute) => `Muuzaji ameandika kwenye mgogoro wako ${dispute}`,
    wroteBy: (seller) => `${seller} ameandika kuhusu mgogoro wako. Fungua oda usome na ujibu.`,
    note: "Mwanzo wake",
    offered: (dispute) => `Muuzaji anapendekeza mgawanyo kwenye mgogoro wako ${dispute}`,
    offeredBy: (seller) =>
      `${seller} anapendekeza kugawana bei ambayo bado inatunzwa, na hivyo kumaliza mgogoro na oda.`,
    yourChoice:
      "Fungua oda uone maana yake hadi senti, kisha ukubali au ukatae. Hakuna kinachohamishwa kabla hujakubali.",
    declined: (dispute) => `Muuzaji amekataa pendekezo lako kwenye mgogoro ${dispute}`,
    declinedBy: (seller) =>
      `${seller} amekataa mgawanyo uliopendekeza. Unaweza kuandika, au kupendekeza mwingine; msipokubaliana, tutaamua sisi.`,
    refund: "Zinazorudi kwako",
    release: "Kwa muuzaji",
    dispute: "Mgogoro",
    agreed: (title) => `Mgogoro wako umemalizwa: ${title}`,
    agreedWith: (seller) =>
      `Wewe na ${seller} mmekubaliana jinsi ya kugawana pesa. Mgogoro umemalizwa, na oda imefungwa.`,
    agreedAll: (seller) =>
      `Wewe na ${seller} mmekubaliana kuwa muuzaji alipwe zote. Mgogoro umemalizwa, na oda imekamilika.`,
  },
  pt: {
    wrote: (dispute) => `O vendedor escreveu no seu litígio ${dispute}`,
    wroteBy: (seller) => `${seller} escreveu sobre o seu litígio. Abra a encomenda para ler e responder.`,
    note: "O início",
    offered: (dispute) => `O vendedor propõe uma divisão no seu litígio ${dispute}`,
    offeredBy: (seller) =>
      `${seller} propõe dividir a parte do preço que ainda está guardada, e assim terminar o litígio e a encomenda.`,
    yourChoice:
      "Abra a encomenda para ver o que isso dá ao cêntimo, e aceite ou recuse. Nada se move antes de aceitar.",
    declined: (dispute) => `O vendedor recusou a sua proposta no litígio ${dispute}`,
    declinedBy: (seller) =>
      `${seller} recusou a divisão que propôs. Pode escrever, ou propor outra; se não chegarem a acordo, decidimos nós.`,
    refund: "De volta para si",
    release: "Ao vendedor",
    dispute: "Litígio",
    agreed: (title) => `O seu litígio está resolvido: ${title}`,
    agreedWith: (seller) =>
      `Chegou a acordo com ${seller} sobre a divisão do dinheiro. O litígio está resolvido, e a encomenda está fechada.`,
    agreedAll: (seller) =>
      `Chegou a acordo com ${seller} em que o vendedor é pago por inteiro. O litígio está resolvido, e a encomenda está concluída.`,
  },
});
