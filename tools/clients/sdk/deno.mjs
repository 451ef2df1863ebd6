import process from "node:process";
import { main } from "./program.mjs";

console.log(await main(...process.argv.slice(2)));
