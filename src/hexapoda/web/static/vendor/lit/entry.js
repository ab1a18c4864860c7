export * from "lit";
export { keyed } from "lit/directives/keyed.js";
export { live } from "lit/directives/live.js";
