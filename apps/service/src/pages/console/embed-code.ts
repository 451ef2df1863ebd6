/** What a seller pastes into a page of theirs to show a checkout in it. */
import { FRAMES_PATH } from "../kit/links.js";

const scriptUrl = (publicUrl: string): string => `${publicUrl}${FRAMES_PATH}/v1.js`;

/** What is between the tags is there where the frame is not: without a script, or on a page that isn't allowed. */
export const embedHtml = (publicUrl: string, url: string, pay: string): string =>
  [
    `<script src="${scriptUrl(publicUrl)}" async></script>`,
    `<holdfast-checkout url="${url}">`,
    `  <a href="${url}">${pay}</a>`,
    "</holdfast-checkout>",
  ].join("\n");
