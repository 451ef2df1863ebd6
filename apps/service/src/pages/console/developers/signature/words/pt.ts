import type { en } from "./en.js";

export const pt: typeof en = {
  page: {
    title: "Teste de assinatura",
    lead: "O seu servidor recusa os nossos eventos? Cole o que recebeu para ver o que está mal. Nada é guardado nem registado.",
    headers: "Cabeçalhos de assinatura",
    headersHint: "Só X-Escrow-Signature, ou webhook-id, webhook-timestamp e webhook-signature, um por linha",
    body: "Corpo, tal como chegou",
    secret: "Segredo de assinatura",
    check: "Verificar",
    pasteIt: "Cole-o aqui.",
    tooLong: (most) => `É mais longo do que qualquer coisa que enviamos. Cole no máximo ${most} caracteres.`,
    verdict_right: "A assinatura está certa",
    verdict_late: "A assinatura está certa, mas a hora não",
    verdict_wrong: "A assinatura não está certa",
    how: "Como é criada",
    howHeader: "{header} é {form}; durante uma substituição do segredo, com dois {v1}.",
    howMark:
      "{v1} é HMAC-SHA256 em hexadecimal: a chave é o segredo inteiro, {prefix} incluído; a mensagem é {t}, um ponto e os bytes em bruto do corpo.",
    howStandard:
      "{header} é {form}, para qualquer biblioteca Standard Webhooks: a chave é o que está depois de {prefix}, descodificado de base64; a mensagem é {id}, um ponto, {timestamp}, que é o mesmo {t}, um ponto e os bytes em bruto do corpo.",
    howCompare: "Compare em tempo constante e aceite quando algum v1 servir.",
    howTime: (seconds) => `Recuse quando t e o seu relógio diferirem em mais de ${seconds} segundos.`,
  },
  findings: {
    fits: "A assinatura é a deste corpo com este segredo.",
    otherEvent: "webhook-id não é o id do evento que está no corpo.",
    secretAround: "O segredo tem à volta espaços, uma quebra de linha ou aspas que não lhe pertencem.",
    presentSecret: (url) => `Foi assinado com o segredo atual de ${url}, não com este.`,
    previousSecret: (url) => `Foi assinado com o segredo de ${url} anterior à última substituição.`,
    breakAtEnd: "O corpo tem no fim uma quebra de linha que não foi enviada.",
    spaceAround: "O corpo tem à volta espaços que não foram enviados.",
    byteOrderMark: "O corpo começa com uma marca de ordem de bytes que não foi enviada.",
    breakMissing: "Falta a quebra de linha no fim do corpo.",
    parsed: "O corpo foi analisado e escrito de novo: verifique os bytes em bruto, antes de qualquer analisador.",
    differs: ({ place, has, sent }) =>
      `O corpo não é o que foi enviado para este evento: no carácter ${place} tem ${has} onde foi enviado ${sent}.`,
    unexplained: "Nenhum v1 é o deste corpo com este segredo.",
    unexplainedByAny: "Nenhum v1 é o deste corpo com este segredo, nem com o de outro endpoint desta conta.",
    apiKey: "O que foi colado como segredo é uma chave de API. Um segredo de assinatura começa por whsec_.",
    notJson: "O corpo não é JSON: foi cortado, ou foi-lhe acrescentado algo.",
    timeBehind: (span, most) => `A hora está ${span} atrás da nossa: dentro dos ${most} segundos permitidos.`,
    timeAhead: (span, most) => `A hora está ${span} à frente da nossa: dentro dos ${most} segundos permitidos.`,
    tooFarBehind: (span, most) =>
      `A hora está ${span} atrás da nossa, mais do que os ${most} segundos permitidos. Se era mais recente quando chegou, nessa altura estava certa.`,
    tooFarAhead: (span, most) =>
      `A hora está ${span} à frente da nossa, mais do que os ${most} segundos permitidos. O relógio do recetor pode estar atrasado.`,
    recipe_escrow: "A chave é o segredo inteiro como texto, a mensagem é t, um ponto e os bytes em bruto do corpo.",
    recipe_standard:
      "A chave é o que está depois de whsec_, descodificado de base64; a mensagem é webhook-id, um ponto, webhook-timestamp, um ponto e os bytes em bruto do corpo.",
    noPrefix: "Falta o prefixo do segredo: whsec_ faz parte da chave.",
    noKey:
      "O segredo não é base64 de 24 a 64 bytes depois de whsec_, por isso não dá nenhuma webhook-signature. Substitua o segredo de um endpoint antigo.",
    noT: "O cabeçalho não tem t. A sua forma é t=<segundos Unix>,v1=<hexadecimal>.",
    severalT: "O cabeçalho tem mais de um t: foram juntos dois cabeçalhos.",
    noId: "Não há webhook-id, que também é assinado. Cole webhook-id, webhook-timestamp e webhook-signature, um por linha.",
    noTimestamp:
      "Não há webhook-timestamp, que também é assinado. Cole webhook-id, webhook-timestamp e webhook-signature, um por linha.",
    noStandardMark: "webhook-signature não tem v1, que é a própria assinatura.",
    brokenStandardMark:
      "Um v1 de webhook-signature não é um SHA-256 em base64, de 44 caracteres: foi cortado ou juntado.",
    milliseconds_escrow: "O t do cabeçalho está em milissegundos. É enviado em segundos inteiros.",
    milliseconds_standard: "webhook-timestamp está em milissegundos. É enviado em segundos inteiros.",
    noSeconds_escrow:
      "O t do cabeçalho não é um número de segundos. A forma do cabeçalho é t=<segundos Unix>,v1=<hexadecimal>.",
    noSeconds_standard: "webhook-timestamp não é um número de segundos. É enviado em segundos Unix inteiros.",
    severalMarks: (count) =>
      `O cabeçalho tem ${count} v1, como durante uma substituição do segredo: um deles tem de servir.`,
    noMark: "O cabeçalho não tem v1, que é a própria assinatura.",
    notHex: "Um v1 tem outros caracteres além de algarismos hexadecimais.",
    wrongLength: (digits) =>
      `Um v1 tem ${digits} algarismos onde um SHA-256 em hexadecimal tem 64: foi cortado ou juntado.`,
  },
};
