import type { en } from "./en.js";

export const pt: typeof en = {
  frame: {
    skip: "Ir para o conteúdo",
    noRealMoney: "sem dinheiro real",
    language: "Idioma",
    protectedBy: "Protegido por conta de garantia",
    wholeText: "Ler tudo",
  },
  signIn: {
    title: "Iniciar sessão",
    intro: "Enviamos um código de seis algarismos para o seu e-mail. Não é precisa palavra-passe.",
    email: "Endereço de e-mail",
    send: "Enviar-me um código",
    codeTitle: "Introduza o seu código",
    codeSent: "Enviámos um código de seis algarismos para",
    codeHolds: "É válido por 10 minutos, neste navegador. Se não chegar nada, veja na pasta de spam.",
    sandboxMail: "Sandbox: ler a mensagem na caixa de correio",
    code: "Código de seis algarismos",
    enter: "Iniciar sessão",
    again: "Enviar um código novo",
    other: "Usar outro endereço",
    signedInAs: "Sessão iniciada como",
    signOut: "Terminar sessão",
    problem_email_invalid: "Introduza um endereço de e-mail, por exemplo ada@example.com.",
    problem_too_many_codes: "Foram pedidos demasiados códigos. Aguarde um pouco e tente novamente.",
    problem_code_malformed: "Introduza os seis algarismos que recebeu por e-mail.",
    problem_code_wrong: (tries) =>
      `Não é o último código que enviámos. ${tries === 1 ? "Resta-lhe 1 tentativa." : `Restam-lhe ${tries} tentativas.`}`,
    problem_too_many_tries: "Vieram demasiados códigos errados da sua rede. Aguarde um pouco e tente novamente.",
    problem_code_spent: "Esse código foi errado demasiadas vezes. Peça um novo.",
    problem_code_expired: "Esse código já não é válido. Peça um novo.",
  },
  upload: {
    problem_reason_missing: "Escreva primeiro algumas palavras.",
    problem_reason_long: (most) => `Não ultrapasse ${most} caracteres.`,
    problem_files_many: "Escolha no máximo 5 ficheiros.",
    problem_files_large: "Cada ficheiro pode ter no máximo 5 MB. Este é maior:",
    problem_files_type: "Só são aceites imagens JPEG, PNG e WebP, documentos PDF e texto simples. Isto é outra coisa:",
    problem_files_empty: "Este ficheiro está vazio:",
    problem_files_unreadable: "Os ficheiros não chegaram completos. Escolha-os de novo e tente outra vez.",
  },
  terms: {
    deliverText: "Verifica o que recebe. Se algo não estiver bem, pede uma correção ou abre uma disputa.",
    deliverUntil: "Se nada for entregue no prazo de {time} após o pagamento, recebe todo o seu dinheiro de volta.",
    releaseText: "O vendedor é pago quando aprova a entrega, e não antes.",
    releaseParts: "O vendedor é pago parte a parte, à medida que aprova cada entrega.",
    silence: "Se não disser nada durante {time} depois de comunicada uma entrega, ela considera-se aprovada.",
    noSilence: "O silêncio não é aprovação: sem a sua resposta, o dinheiro fica onde está.",
    clockStops: "Uma disputa suspende o prazo.",
  },
  problem: {
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
    oftenTitle: "Foram muitos pedidos em pouco tempo",
    oftenText: "Nada foi feito. Espere um minuto, depois volte atrás e tente de novo.",
    refusedTitle: "Este pedido não pode ser tratado",
    refusedText: "Este endereço não aceita o que lhe foi enviado. Volte atrás e abra a página a partir da sua ligação.",
  },
};
