import { Module } from "@medusajs/framework/utils";
import { HOLDFAST, HoldfastService } from "./service.js";

export default Module(HOLDFAST, { service: HoldfastService });
