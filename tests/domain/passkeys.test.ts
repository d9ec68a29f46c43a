import { createHash, generateKeyPairSync, randomBytes } from "node:crypto";
import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { expect, test } from "vitest";
import { addPasskey, beginPasskey, listPasskeys } from "#server/domain/people/staff/index.ts";
import { env } from "#server/kernel/env.ts";
import { newPerson } from "#tests/support/people.ts";

type Statement = Map<string, number | Uint8Array | Uint8Array[]>;
type Device = { format: string; statement: Statement; flags?: number };

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest();
const PRESENT_VERIFIED_AND_NEW = 0b0100_0101;

/** What a browser sends of a new passkey, with whatever its device says of itself. */
function answerTo(challenge: string, { format, statement, flags = PRESENT_VERIFIED_AND_NEW }: Device) {
  const { x, y } = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ format: "jwk" });
  const key = new Map<number, number | Uint8Array>([
    ...([
      [1, 2],
      [3, -7],
      [-1, 1],
    ] as const),
    ...(
      [
        [-2, x],
        [-3, y],
      ] as const
    ).map(([name, part]) => [name, Buffer.from(part!, "base64url")] as const),
  ]);
  const id = randomBytes(16);
  const [counter, device, length] = [Buffer.alloc(4), Buffer.alloc(16), Buffer.from([0, id.length])];
  const name = sha256(new URL(env().publicUrl).hostname);
  const authData = Buffer.concat([name, Buffer.from([flags]), counter, device, length, id, isoCBOR.encode(key)]);
  const said = { type: "webauthn.create", challenge, origin: env().publicUrl };
  const object = isoCBOR.encode(
    new Map<string, string | Uint8Array | Statement>([
      ["fmt", format],
      ["attStmt", statement],
      ["authData", new Uint8Array(authData)],
    ]),
  );
  const base64url = (data: string | Uint8Array) => Buffer.from(data).toString("base64url");
  const response: RegistrationResponseJSON = {
    ...{ id: base64url(id), rawId: base64url(id), type: "public-key", clientExtensionResults: {} },
    response: { clientDataJSON: base64url(JSON.stringify(said)), attestationObject: base64url(object) },
  };
  return response;
}

async function add(device: Device) {
  const { personCtx } = await newPerson();
  const { challenge } = await beginPasskey(personCtx);
  const work = addPasskey(personCtx, { name: "Key", response: answerTo(challenge, device) });
  const refused = await work.then(
    () => null,
    ({ code }: { code: string }) => code,
  );
  return { refused, passkeys: (await listPasskeys(personCtx)).length };
}

const none: Statement = new Map();
const certificate = randomBytes(80);

test.each([
  ["nothing", "none", none],
  ["with certificates of a phone", "android-key", new Map([["x5c", [certificate, certificate]]])],
  ["with certificates of a key's maker", "packed", new Map([["x5c", [certificate]]])],
  ["in a way that nobody knows", "unheard-of", none],
] as [string, string, Statement][])(
  "a passkey whose device vouches for itself %s is taken: that is not looked at",
  async (_what, format, statement) => {
    expect(await add({ format, statement })).toEqual({ refused: null, passkeys: 1 });
  },
);

test("a passkey is not taken whose device has not made sure that its owner is there", async () => {
  const PRESENT_AND_NEW = 0b0100_0001;
  expect(await add({ format: "none", statement: none, flags: PRESENT_AND_NEW })).toEqual({
    refused: "validation_error",
    passkeys: 0,
  });
});
