import type { en } from "./en.js";

export const fr: typeof en = {
  code: {
    subject: "Votre code de connexion à Holdfast",
    lead: "Saisissez ce code sur la page qui l’a demandé :",
    orLink: "Ou connectez-vous ici, sur l’appareil et dans le navigateur où vous l’avez demandé :",
    link: "Se connecter",
    holds: (minutes) =>
      `Ils servent une seule fois, pendant ${minutes} minutes, dans le navigateur qui les a demandés.`,
    gone: "Le code de ce message a été utilisé, remplacé ou a expiré.",
    warning:
      "Ne communiquez à personne ni le code ni le lien : nous ne les demandons jamais par téléphone ni par e-mail. Si vous n’avez pas demandé de code, vous n’avez rien à faire.",
    footer:
      "Holdfast envoie ce message parce que quelqu’un souhaite se connecter avec cette adresse. Inutile d’y répondre.",
  },
  shared: {
    footer:
      "Vous recevez ce message parce que votre adresse a servi à une commande avec Holdfast, qui garde le paiement de l’acheteur sous séquestre jusqu’à l’approbation de la livraison. Un lien dans nos messages ne fait qu’ouvrir une page. Nous ne demandons jamais de code ni de mot de passe par e-mail.",
    open: "Ouvrir la commande",
    pay: "Ouvrir la commande et payer",
    review: "Vérifier la livraison",
    order: "Commande",
    part: "Partie",
    seller: "Vendeur",
    reference: "Référence",
    price: "Prix",
    fees: "Frais de protection par séquestre",
    total: "Total",
    received: "Reçu",
    missing: "Reste à payer",
    payUntil: "À payer avant le",
    paidOn: "Payé le",
    toSeller: "Versé au vendeur",
    toYou: "Remboursement",
    receipt: "Voir le reçu",
    other: "Autres",
    more: (count) => `${count} de plus`,
    nothingPaid:
      "Vous n’aviez rien payé, il n’y a donc rien à rembourser. Un paiement qui arriverait encore vous sera rendu.",
    refundFollows: (amount) =>
      `${amount} vous sont remboursés par le moyen que vous avez utilisé pour payer. Nous vous écrirons quand le versement sera fait.`,
    autoApproval: (moment) =>
      `Sans réponse de votre part, la livraison est approuvée automatiquement le ${moment}, et le vendeur est payé.`,
    noAutoApproval: "Votre argent reste sous séquestre jusqu’à votre décision.",
  },
  paying: {
    created: (title) => `Votre commande : ${title}`,
    createdFrom: (seller) =>
      `Vous avez confirmé une commande auprès de ${seller}. Elle attend votre paiement ; si vous avez déjà payé, vous n’avez rien à faire.`,
    howItWorks: "Holdfast garde votre argent. Le vendeur est payé quand vous avez approuvé la livraison.",
    payBy: (moment) =>
      `Merci de payer avant le ${moment}. Si le montant total n’est pas arrivé à ce moment-là, la commande est annulée et vous êtes remboursé.`,
    partFunded: (missing, title) => `Il manque encore ${missing} : ${title}`,
    receivedPart: (received, total, seller) =>
      `Nous avons reçu ${received} sur ${total} pour votre commande auprès de ${seller}. Merci.`,
    missingPart: (missing) => `Il manque encore ${missing}. La commande commence dès que vous avez tout payé.`,
    funded: (title) => `Paiement reçu : ${title}`,
    fundedFrom: (total, seller) =>
      `Nous avons reçu votre paiement de ${total} pour votre commande auprès de ${seller}. Ce message est votre reçu.`,
    next: "La suite : le vendeur livre et nous prévient. Nous vous écrivons alors, pour que vous puissiez vérifier la livraison et l’approuver, demander des modifications ou ouvrir un litige.",
    deliverUntil: (moment) => `Si rien n’a été livré le ${moment}, votre argent vous est rendu.`,
    reviewFor: (span) =>
      `Une fois la livraison annoncée, vous avez ${span} pour répondre ; ensuite, elle est approuvée automatiquement. Un litige suspend le délai.`,
  },
  delivery: {
    submitted: (title) => `À vérifier, votre livraison : ${title}`,
    submittedBy: (seller, what) => `${seller} annonce la livraison suivante : ${what}. Merci de la vérifier.`,
    yourChoice: (amount) =>
      `Si tout est en ordre, approuvez la livraison : ${amount} seront alors versés au vendeur. Sinon, demandez des modifications ou ouvrez un litige.`,
    stopHere:
      "Quelque chose ne va pas, et vous n’avez pas le temps ou ne pouvez pas vous connecter ? Suspendez le délai ici, sans vous connecter. L’argent reste alors chez Holdfast, et nous examinons les deux points de vue.",
    stop: "Quelque chose ne va pas : suspendre le délai",
    note: "Message du vendeur",
    carrier: "Transporteur",
    trackingNumber: "Numéro de suivi",
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
      "La livraison attend de nouveau votre décision : approuvez-la, demandez des modifications ou ouvrez un autre litige.",
    to_revise:
      "C’est maintenant au vendeur de faire les modifications demandées. Nous vous écrirons quand ce sera fait.",
    others: "Une autre partie de la commande est encore en litige ; nous vous écrirons à son sujet séparément.",
  },
  negotiation: {
    wrote: (dispute) => `Le vendeur a écrit dans votre litige ${dispute}`,
    wroteBy: (seller) => `${seller} a écrit au sujet de votre litige. Ouvrez la commande pour le lire et répondre.`,
    note: "Le début",
    offered: (dispute) => `Le vendeur propose un partage dans votre litige ${dispute}`,
    offeredBy: (seller) =>
      `${seller} propose de partager la part du prix encore sous séquestre, et de clore ainsi le litige et la commande.`,
    yourChoice:
      "Ouvrez la commande pour voir les montants exacts, et acceptez ou refusez. L’argent ne bouge pas avant votre accord.",
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
  ending: {
    settled: (title) => `Votre litige est tranché : ${title}`,
    concededBy: (seller) =>
      `${seller} vous rend tout ce qui restait de votre commande. Le litige est réglé et la commande est close.`,
    settledFrom: (seller) =>
      `Le litige au sujet de votre commande auprès de ${seller} est tranché, et la commande est close.`,
    completed: (title) => `Commande terminée : ${title}`,
    completedFrom: (seller) =>
      `Toutes les parties de votre commande auprès de ${seller} sont approuvées, et le vendeur a été payé. Gardez ce message comme reçu.`,
    completedAfterDispute: (seller) =>
      `Le litige au sujet de votre commande auprès de ${seller} a été tranché en faveur du vendeur. Il a été payé, et la commande est terminée.`,
    cancelled: (title) => `Commande annulée : ${title}`,
    cancelledBy: (seller) => `${seller} a annulé votre commande.`,
    declined: (seller) => `Vous avez annulé votre commande auprès de ${seller}.`,
    expired: (title) => `Commande arrivée à son terme : ${title}`,
    unpaid: (seller) => `Votre commande auprès de ${seller} n’a pas été payée en entier à temps et a été annulée.`,
    undelivered: (seller) => `${seller} n’a rien livré à temps ; votre commande a donc été annulée.`,
    refunded: (amount) => `Remboursement versé : ${amount}`,
    refundedTo: (amount, seller) =>
      `Nous vous avons remboursé ${amount} par le moyen utilisé pour payer votre commande auprès de ${seller}.`,
    overpaidReason:
      "Motif : vous avez payé plus que le montant dû, ou un paiement est arrivé après la fin de la commande.",
    cancelledReason: "Motif : le vendeur a annulé la commande.",
    declinedReason: "Motif : vous avez annulé la commande.",
    deadlineReason: "Motif : la commande est arrivée à son échéance.",
    settledReason: "Motif : c’est votre part du litige réglé.",
    mayTakeDays: "Votre banque ou votre opérateur peut mettre quelques jours à l’afficher.",
  },
  chargeback: {
    opened: (title) => `Votre banque conteste un paiement : ${title}`,
    openedAbout: (amount, seller) =>
      `La banque de la carte ou du compte qui a payé ${amount} pour votre commande auprès de ${seller} conteste le paiement.`,
    standsStill:
      "Jusqu’à sa décision, la commande est suspendue : rien n’est versé au vendeur, et rien n’est remboursé.",
    mistake: "Si c’est une erreur, demandez à votre banque de retirer la contestation ; la commande reprendra.",
    over: (title) => `Votre banque a tranché : ${title}`,
    won: (amount, seller) =>
      `Votre banque a décidé que le paiement de ${amount} à ${seller} est maintenu. Votre commande reprend où elle en était.`,
    lost: (amount, seller) =>
      `Votre banque vous a donné raison et vous rend les ${amount} payés pour votre commande auprès de ${seller}.`,
    amount: "Contesté",
  },
  paymentLink: {
    subject: (seller: string) => `${seller} vous a envoyé un lien de paiement`,
    lead: (seller: string) => `${seller} vous demande de payer une commande par Holdfast.`,
    how: "Holdfast garde votre argent. Le vendeur est payé quand vous avez approuvé la livraison.",
    open: "Voir la commande et payer",
    unknown: "Vous ne connaissez pas ce vendeur ou n’attendiez rien ? Vous n’avez rien à faire : rien n’est débité.",
    footer:
      "Holdfast envoie ce message parce qu’un vendeur a saisi cette adresse. Un lien dans nos e-mails ouvre seulement une page. Nous ne demandons jamais de code ni de mot de passe par e-mail.",
  },
};
