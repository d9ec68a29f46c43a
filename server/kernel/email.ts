const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
/** What browsers take for an address (HTML, `type=email`), with a domain of two names at least. */
const ADDRESS = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@${LABEL}(?:\\.${LABEL})+$`, "i");

/** One address, never a list, a name with an address, or a comment: whoever reads it reads the same. */
export const isEmail = (text: string): boolean => text.length <= 254 && ADDRESS.test(text);
