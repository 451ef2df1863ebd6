/** What mails to buyers say when an order is over, and when money has come back. */
import { catalogue } from "../../words/locale.js";

export const ending = catalogue({
  en: {
    settled: (title: string) => `Your dispute is decided: ${title}`,
    settledFrom: (seller: string) =>
      `The dispute about your order from ${seller} has been decided, and the order is closed.`,
    completed: (title: string) => `Order completed: ${title}`,
    completedFrom: (seller: string) =>
      `Every part of your order from ${seller} is approved, and the seller has been paid. Keep this mail as your receipt.`,
    completedAfterDispute: (seller: string) =>
      `The dispute about your order from ${seller} was decided in the seller’s favour. The seller has been paid, and the order is completed.`,
    cancelled: (title: string) => `Order cancelled: ${title}`,
    cancelledBy: (seller: string) => `${seller} has cancelled your order.`,
    declined: (seller: string) => `You have declined your order from ${seller}. It is over.`,
    expired: (title: string) => `Order ended: ${title}`,
    unpaid: (seller: string) => `Your order from ${seller} was not paid in full in time, and has ended.`,
    undelivered: (seller: string) => `${seller} has not delivered anything in time, so your order has ended.`,
    refunded: (amount: string) => `Refund paid: ${amount}`,
    refundedTo: (amount: string, seller: string) =>
      `We have paid ${amount} back to you, the way you paid for your order from ${seller}.`,
    overpaidReason: "It is what was paid on top of the price, or after the order took no more money.",
    cancelledReason: "The reason: the seller cancelled the order.",
    declinedReason: "The reason: you declined the order.",
    deadlineReason: "The reason: the order ended at its deadline.",
    settledReason: "The reason: this is your share by the decision of the dispute.",
    mayTakeDays: "Your bank or mobile money provider may take a few days to show it.",
  },
  fr: {
    settled: (title) => `Votre litige est tranché : ${title}`,
    settledFrom: (seller) =>
      `Le litige au sujet de votre commande auprès de ${seller} est tranché, et la commande est close.`,
    completed: (title) => `Commande terminée : ${title}`,
    completedFrom: (seller) =>
      `Toutes les parties de votre commande auprès de ${seller} sont approuvées, et le vendeur a été payé. Gardez ce message comme reçu.`,
    completedAfterDispute: (seller) =>
      `Le litige au sujet de votre commande auprès de ${seller} a été tranché en faveur du vendeur. Il a été payé, et la commande est terminée.`,
    cancelled: (title) => `Commande annulée : ${title}`,
    cancelledBy: (seller) => `${seller} a annulé votre commande.`,
    declined: (seller) => `Vous avez renoncé à votre commande auprès de ${seller}. Elle est terminée.`,
    expired: (title) => `Commande arrivée à son terme : ${title}`,
    unpaid: (seller) =>
      `Votre commande auprès de ${seller} n’a pas été payée en entier dans les délais, et a pris fin.`,
    undelivered: (seller) => `${seller} n’a rien livré dans les délais ; votre commande a donc pris fin.`,
    refunded: (amount) => `Remboursement versé : ${amount}`,
    refundedTo: (amount, seller) =>
      `Nous vous avons remboursé ${amount} par le moyen utilisé pour payer votre commande auprès de ${seller}.`,
    overpaidReason: "C’est ce qui a été payé en plus du prix, ou après que la commande ne prenait plus d’argent.",
    cancelledReason: "Motif : le vendeur a annulé la commande.",
    declinedReason: "Motif : vous avez renoncé à la commande.",
    deadlineReason: "Motif : la commande est arrivée à son échéance.",
    settledReason: "Motif : c’est votre part selon la décision du litige.",
    mayTakeDays: "Votre banque ou votre opérateur peut mettre quelques jours à l’afficher.",
  },
  sw: {
    settled: (title) => `Mgogoro wako umeamuliwa: ${title}`,
    settledFrom: (seller) => `Mgogoro kuhusu oda yako kutoka kwa ${seller} umeamuliwa, na oda imefungwa.`,
    completed: (title) => `Oda imekamilika: ${title}`,
    completedFrom: (seller) =>
      `Kila sehemu ya oda yako kutoka kwa ${seller} imeidhinishwa, na muuzaji amelipwa. Hifadhi barua hii kama risiti yako.`,
    completedAfterDispute: (seller) =>
      `Mgogoro kuhusu oda yako kutoka kwa ${seller} umeamuliwa kwa faida ya muuzaji. Amelipwa, na oda imekamilika.`,
    cancelled: (title) => `Oda imeghairiwa: ${title}`,
    cancelledBy: (seller) => `${seller} ameghairi oda yako.`,
    declined: (seller) => `Umekataa oda yako kutoka kwa ${seller}. Imekwisha.`,
    expired: (title) => `Oda imeisha: ${title}`,
    unpaid: (seller) => `Oda yako kutoka kwa ${seller} haikulipwa yote kwa wakati, na imeisha.`,
    undelivered: (seller) => `${seller} hakuwasilisha chochote kwa wakati, kwa hiyo oda yako imeisha.`,
    refunded: (amount) => `Pesa zimerudishwa: ${amount}`,
    refundedTo: (amount, seller) =>
      `Tumekurudishia ${amount} kwa njia uliyotumia kulipia oda yako kutoka kwa ${seller}.`,
    overpaidReason: "Ni zile zilizolipwa zaidi ya bei, au baada ya oda kuacha kupokea pesa.",
    cancelledReason: "Sababu: muuzaji alighairi oda.",
    declinedReason: "Sababu: ulikataa oda.",
    deadlineReason: "Sababu: oda iliisha muda wake ulipofika.",
    settledReason: "Sababu: ni sehemu yako kwa uamuzi wa mgogoro.",
    mayTakeDays: "Benki yako au mtoa huduma wa pesa za simu anaweza kuchukua siku chache kuzionyesha.",
  },
  pt: {
    settled: (title) => `O seu litígio foi decidido: ${title}`,
    settledFrom: (seller) => `O litígio sobre a sua encomenda a ${seller} foi decidido, e a encomenda está fechada.`,
    completed: (title) => `Encomenda concluída: ${title}`,
    completedFrom: (seller) =>
      `Todas as partes da sua encomenda a ${seller} estão aprovadas, e o vendedor foi pago. Guarde esta mensagem como recibo.`,
    completedAfterDispute: (seller) =>
      `O litígio sobre a sua encomenda a ${seller} foi decidido a favor do vendedor. O vendedor foi pago, e a encomenda está concluída.`,
    cancelled: (title) => `Encomenda cancelada: ${title}`,
    cancelledBy: (seller) => `${seller} cancelou a sua encomenda.`,
    declined: (seller) => `Desistiu da sua encomenda a ${seller}. Está terminada.`,
    expired: (title) => `Encomenda terminada: ${title}`,
    unpaid: (seller) => `A sua encomenda a ${seller} não foi paga por completo a tempo, e terminou.`,
    undelivered: (seller) => `${seller} não entregou nada a tempo, por isso a sua encomenda terminou.`,
    refunded: (amount) => `Reembolso pago: ${amount}`,
    refundedTo: (amount, seller) => `Devolvemos-lhe ${amount} pela via com que pagou a sua encomenda a ${seller}.`,
    overpaidReason: "É o que foi pago além do preço, ou depois de a encomenda já não aceitar dinheiro.",
    cancelledReason: "Motivo: o vendedor cancelou a encomenda.",
    declinedReason: "Motivo: desistiu da encomenda.",
    deadlineReason: "Motivo: a encomenda chegou ao fim do prazo.",
    settledReason: "Motivo: é a sua parte segundo a decisão do litígio.",
    mayTakeDays: "O seu banco ou operador de dinheiro móvel pode levar alguns dias a mostrá-lo.",
  },
});
