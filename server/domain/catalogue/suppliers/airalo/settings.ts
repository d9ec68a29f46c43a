export type Settings = {
  url: string;
  clientId: string;
  clientSecret: string;
  /** Orders are accepted first and delivered later. */
  isAsync: boolean;
  /** Where those are announced; without it, where the account is subscribed to. */
  webhookUrl?: string;
};

/** The supplier's address for one of its paths. Whoever sets the base may include the version. */
export const addressOf = ({ url }: Settings, path: string): string =>
  `${url.replace(/\/+$/, "").replace(/\/v2$/, "")}/v2/${path}`;
