/** What a buyer shows each simulated supplier, named as in its settings. */
export const SIMULATOR_CREDENTIALS = {
  esimaccess: { access_code: "simulator" },
  airalo: { client_id: "simulator", client_secret: "simulator-secret" },
  esimgo: { api_key: "simulator-key", refunds: "true" },
} as const;

export type SimulatedSupplier = keyof typeof SIMULATOR_CREDENTIALS;

export const SIMULATED_SUPPLIERS = Object.keys(SIMULATOR_CREDENTIALS) as SimulatedSupplier[];
