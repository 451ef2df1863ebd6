import type { en } from "./en.js";

export const pt: typeof en = {
  log: {
    title: "Registo de segurança",
    lead: "Os inícios de sessão da sua equipa e as alterações de chaves, contas de recebimento, segredos e membros. Não pode ser alterado nem eliminado.",
    csv: "Transferir CSV",
  },
};
