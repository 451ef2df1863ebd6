import type { en } from "./en.js";

export const fr: typeof en = {
  home: {
    title: "Des paiements gardés jusqu’à l’accord de l’acheteur",
    description: "Holdfast garde le paiement de l’acheteur jusqu’à ce que la livraison soit approuvée.",
    lead: "Holdfast garde le paiement de l’acheteur jusqu’à ce qu’il approuve la livraison. Personne n’a à faire confiance le premier.",
    how: "Comment ça marche",
    pays: "L’acheteur paie Holdfast",
    paysText: "Par carte, mobile money ou virement. L’argent est gardé : le vendeur ne l’a pas encore.",
    delivers: "Le vendeur livre",
    deliversText: "Le vendeur sait que l’argent est là. L’acheteur contrôle ce qu’il reçoit.",
    approves: "L’acheteur approuve",
    approvesText:
      "Le vendeur est alors payé. Si quelque chose ne va pas, l’acheteur demande des modifications ou ouvre un litige.",
    buying: "Vous achetez",
    buyingText: "Payez vos commandes, approuvez les livraisons et retrouvez vos reçus. Votre adresse e-mail suffit.",
    toBuyer: "Se connecter comme acheteur",
    toOrders: "Vos commandes",
    selling: "Vous vendez",
    sellingText: "Créez des liens de paiement, suivez vos commandes et recevez vos versements.",
    toSeller: "Se connecter comme vendeur",
    toSignUp: "Créer un compte vendeur",
    documents: "Pour les développeurs",
    reference: "Référence de l’API",
    overview: "Tous les guides, en texte brut",
    openApi: "Document OpenAPI",
    mailbox: "Boîte aux lettres du sandbox",
  },
};
