/** A value that the service can't start with; the message names the variable, the value and what it takes. */
export class ConfigError extends Error {}
