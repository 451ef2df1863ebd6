/** What pages of other cells ask this one, so that they show what is here. */
import { answersOfBuyers } from "./buyer/answers.js";
import { answersOfConsole } from "./console/answers.js";
import { answersOfDesk } from "./desk/answers.js";

export const answersOfPages = (
  services: Parameters<typeof answersOfBuyers>[0] & Parameters<typeof answersOfDesk>[0],
): ReturnType<typeof answersOfDesk> => [
  ...answersOfBuyers(services),
  ...answersOfConsole(services),
  ...answersOfDesk(services),
];
