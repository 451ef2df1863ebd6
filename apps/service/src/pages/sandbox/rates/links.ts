/** Where the sandbox's exchange rates are set. */
export const SANDBOX_RATES_PATH = "/sandbox/rates";
