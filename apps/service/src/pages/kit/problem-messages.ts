/** The words of pages that stand in for one that can't be shown. */
import { catalogue } from "../../words/locale.js";

export const problemMessages = catalogue({
  en: {
    tryAgain: "Try again",
    notFoundTitle: "There is nothing at this address",
    notFoundText:
      "If you followed a link to pay for an order, part of it may be missing. Open it again from the message it came in, or ask the store for a new one.",
    unavailableTitle: "We can’t show this page right now",
    unavailableText:
      "The fault is on our side and should be short. Nothing was charged or changed. Please try again in a moment.",
    brokenTitle: "Something went wrong on our side",
    brokenText:
      "Nothing was charged or changed by opening this page. If it happens again, tell us the reference below.",
    formTitle: "This form can no longer be used",
    formText:
      "Nothing was done. Go back, load the page again, and repeat your last step. Your browser has to allow cookies for this.",
    refusedTitle: "This request can’t be handled",
    refusedText: "This address does not take what was sent to it. Go back, and open the page from its link.",
  },
  fr: {
    tryAgain: "Réessayer",
    notFoundTitle: "Il n’y a rien à cette adresse",
    notFoundText:
      "Si vous avez suivi un lien pour payer une commande, il en manque peut-être une partie. Ouvrez-le à nouveau depuis le message reçu, ou demandez-en un nouveau à la boutique.",
    unavailableTitle: "Impossible d’afficher cette page pour le moment",
    unavailableText:
      "Le problème vient de chez nous et devrait être bref. Rien n’a été débité ni modifié. Réessayez dans un instant.",
    brokenTitle: "Une erreur s’est produite de notre côté",
    brokenText:
      "L’ouverture de cette page n’a rien débité ni modifié. Si cela se reproduit, indiquez-nous la référence ci-dessous.",
    formTitle: "Ce formulaire n’est plus valable",
    formText:
      "Rien n’a été fait. Revenez en arrière, rechargez la page et refaites la dernière étape. Votre navigateur doit accepter les cookies.",
    refusedTitle: "Cette demande ne peut pas être traitée",
    refusedText:
      "Cette adresse n’accepte pas ce qui lui a été envoyé. Revenez en arrière et ouvrez la page depuis son lien.",
  },
  sw: {
    tryAgain: "Jaribu tena",
    notFoundTitle: "Hakuna kitu kwenye anwani hii",
    notFoundText:
      "Ikiwa ulifuata kiungo cha kulipia oda, huenda sehemu yake imekosekana. Kifungue tena kutoka kwenye ujumbe uliopokea, au uombe duka kiungo kipya.",
    unavailableTitle: "Hatuwezi kuonyesha ukurasa huu kwa sasa",
    unavailableText:
      "Hitilafu iko upande wetu na itaisha hivi karibuni. Hakuna kilichotozwa wala kubadilishwa. Tafadhali jaribu tena baada ya muda mfupi.",
    brokenTitle: "Hitilafu imetokea upande wetu",
    brokenText:
      "Kufungua ukurasa huu hakujatoza wala kubadilisha chochote. Ikitokea tena, tuambie nambari ya kumbukumbu iliyo hapa chini.",
    formTitle: "Fomu hii haiwezi kutumika tena",
    formText:
      "Hakuna kilichofanyika. Rudi nyuma, pakia ukurasa upya, kisha urudie hatua yako ya mwisho. Kivinjari chako lazima kiruhusu vidakuzi.",
    refusedTitle: "Ombi hili haliwezi kushughulikiwa",
    refusedText:
      "Anwani hii haipokei kilichotumwa kwake. Rudi nyuma, kisha ufungue ukurasa kutoka kwenye kiungo chake.",
  },
  pt: {
    tryAgain: "Tentar novamente",
    notFoundTitle: "Não há nada neste endereço",
    notFoundText:
      "Se seguiu uma ligação para pagar uma encomenda, pode faltar-lhe uma parte. Abra-a de novo a partir da mensagem em que veio, ou peça uma nova à loja.",
    unavailableTitle: "Não é possível mostrar esta página agora",
    unavailableText:
      "A falha é nossa e deverá ser breve. Nada foi cobrado nem alterado. Tente novamente dentro de momentos.",
    brokenTitle: "Algo correu mal do nosso lado",
    brokenText:
      "Abrir esta página não cobrou nem alterou nada. Se voltar a acontecer, indique-nos a referência abaixo.",
    formTitle: "Este formulário já não pode ser usado",
    formText:
      "Nada foi feito. Volte atrás, recarregue a página e repita o último passo. O seu navegador tem de aceitar cookies.",
    refusedTitle: "Este pedido não pode ser tratado",
    refusedText: "Este endereço não aceita o que lhe foi enviado. Volte atrás e abra a página a partir da sua ligação.",
  },
});
