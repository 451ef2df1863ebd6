import type { en } from "./en.js";

export const sw: typeof en = {
  log: {
    title: "Kumbukumbu za usalama",
    lead: "Timu yako ilivyoingia, na mabadiliko ya funguo, akaunti za kupokea pesa, siri na wanachama. Haziwezi kubadilishwa wala kufutwa.",
    csv: "Pakua CSV",
  },
};
