export { uploadWords } from "./words.js";
