import { hash, verify } from "@node-rs/argon2";
import type { Ctx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { isCommon } from "./common-passwords.ts";
import { isMadeOfCommonWords } from "./common-words.ts";
import { contextWords, isMadeOfContext, type PasswordOwner } from "./context-words.ts";

export const PASSWORD_LENGTH = { min: 10, max: 200 };

/** What people choose first, and what is tried first. */
const COMMON =
  /^((.)\2+|0?1234567890?|0?987654321|(password|passwort|qwertyuiop|qwertzuiop|iloveyou|letmein|welcome|abcdefghij)[\d!?._-]*)$/i;

/** argon2id with 19 MiB, two passes, one lane (OWASP's first choice): about 50 ms. */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> => hash(password.normalize("NFKC"), COST);

/** With null in place of a hash it takes as long and is false, so that the time says nothing about who exists. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const nobody = await processSingleton("nobody's-password", () => hashPassword(crypto.randomUUID()));
  const matches = await verify(stored ?? nobody, password.normalize("NFKC"));
  return matches && stored !== null;
}

/** Length, and nothing that is guessed first, by anybody or by who knows the person's company. */
export async function checkPassword(ctx: Ctx, password: string, owner: PasswordOwner): Promise<void> {
  const say = (message: string) => fail("validation_error", message, { field: "password" });
  const { email } = owner;
  if (password.length < PASSWORD_LENGTH.min) say(`A password needs at least ${PASSWORD_LENGTH.min} characters.`);
  if (password.length > PASSWORD_LENGTH.max) say(`A password has at most ${PASSWORD_LENGTH.max} characters.`);
  if (COMMON.test(password) || isCommon(password) || isMadeOfCommonWords(password))
    say("This password is among the first that are guessed. Three or four random words are better.");
  const [local = email] = email.split("@");
  if (password.toLowerCase().includes(local.length < 5 ? email : local))
    say("A password must not contain the e-mail address or the name in it.");
  if (isMadeOfContext(password, await contextWords(ctx, owner)))
    say(
      "This password is made of names that others know: your company, your brand or what you sell. Add random words.",
    );
}
