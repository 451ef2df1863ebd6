import type { en } from "./en.js";

export const pt: typeof en = {
  frame: {
    skip: "Ir para o conteúdo",
    noRealMoney: "sem dinheiro real",
    language: "Idioma",
    protectedBy: "Protegido por conta de garantia",
    wholeText: "Ler tudo",
    otherItems: "Outros",
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
    problem_code_spent: "Esse código foi introduzido mal demasiadas vezes. Peça um novo.",
    problem_code_expired: "Esse código já não é válido. Peça um novo.",
  },
  upload: {
    problem_reason_missing: "Escreva primeiro algumas palavras.",
    problem_reason_long: (most) => `Use no máximo ${most} caracteres.`,
    problem_files_many: "Escolha até 5 ficheiros.",
    problem_files_large: "Escolha ficheiros até 5 MB cada. Este é maior:",
    problem_files_type:
      "Escolha imagens JPEG, PNG ou WebP, documentos PDF ou texto simples. Este ficheiro é de outro tipo:",
    problem_files_empty: "Escolha outro ficheiro. Este está vazio:",
    problem_files_unreadable: "O envio ficou incompleto. Escolha os ficheiros de novo e tente outra vez.",
  },
  terms: {
    deliverText: "Verifica o que recebe. Se algo não estiver bem, pode pedir alterações ou abrir um litígio.",
    deliverUntil: "Se nada for entregue no prazo de {time} após o pagamento, recebe todo o seu dinheiro de volta.",
    releaseText: "O vendedor é pago quando aprova a entrega, e não antes.",
    releaseParts: "O vendedor é pago parte a parte, à medida que aprova cada entrega.",
    silence: "Se não responder no prazo de {time} depois de comunicada uma entrega, ela é aprovada automaticamente.",
    noSilence:
      "Nada é aprovado automaticamente: guardamos o seu dinheiro até aprovar a entrega ou um litígio ser resolvido.",
    clockStops: "Um litígio suspende o prazo.",
  },
  problem: {
    tryAgain: "Tentar novamente",
    notFoundTitle: "Página não encontrada",
    notFoundText:
      "Se seguiu um link para pagar uma encomenda, pode faltar-lhe uma parte. Abra-o de novo a partir da mensagem em que veio, ou peça um novo à loja.",
    unavailableTitle: "Não é possível mostrar esta página agora",
    unavailableText:
      "A falha é nossa e deverá ser breve. Nada foi cobrado nem alterado. Tente novamente dentro de momentos.",
    brokenTitle: "Algo correu mal do nosso lado",
    brokenText:
      "Abrir esta página não cobrou nem alterou nada. Se voltar a acontecer, indique-nos a referência abaixo.",
    formTitle: "Este formulário expirou",
    formText:
      "Nada foi alterado. Volte atrás, recarregue a página e repita o último passo. O seu navegador tem de aceitar cookies.",
    oftenTitle: "Demasiados pedidos",
    oftenText: "Nada foi alterado. Espere um minuto, depois volte atrás e tente de novo.",
    refusedTitle: "Este pedido não pode ser tratado",
    refusedText: "Esta página não pode aceitar o que lhe foi enviado. Volte atrás e abra-a a partir do seu link.",
  },
};
