/** A request as it came, before anything about it is believed. */
export type ApiRequest = {
  method: string;
  /** The request target exactly as sent: path and query, nothing decoded. */
  target: string;
  /** All values sent under a header name (lower case), in order. */
  header(name: string): string[];
  /** Where it comes from, as far as that can be known. */
  ip: string | null;
  /** What is wrong with the request line or the Host, in words; such a request is refused whatever it asks for. */
  fault?: string;
  /** The raw bytes, or null when there are more than `limit`: then no more are read. */
  readBody(limit: number): Promise<Buffer | null>;
};

export type ApiResponse = { status: number; headers: Record<string, string>; body: string };

export const pathOf = (target: string): string => target.split("?", 1)[0]!;

export function queryOf(target: string): URLSearchParams {
  const at = target.indexOf("?");
  return new URLSearchParams(at === -1 ? "" : target.slice(at + 1));
}
