import { describe, expect, test } from "vitest";
import { keyPrefix, newKey, parseKey } from "#server/domain/reseller/keys/key-format.ts";
import { addressBucket, inSubnets, normalizeIp } from "#server/kernel/addresses.ts";
import { clientAddress } from "#server/kernel/client-address.ts";
import { overrideEnv, parseEnv } from "#server/kernel/env.ts";

describe("an API key", () => {
  test("carries its environment, public id and a checksum", () => {
    const { key, publicId } = newKey("live");
    expect(key).toMatch(/^svc_live_[0-9A-Za-z]{57}$/);
    expect(parseKey(key)).toEqual({ environment: "live", publicId });
    expect(key.startsWith(keyPrefix("live", publicId))).toBe(true);
  });

  test("with any one character changed is malformed", () => {
    const { key } = newKey("test");
    for (let i = 0; i < key.length; i++) {
      const changed = key.slice(0, i) + (key[i] === "a" ? "b" : "a") + key.slice(i + 1);
      expect(parseKey(changed), `position ${i}`).toBeNull();
    }
    for (const wrong of ["", key.slice(1), `${key}x`, key.slice(0, -1), key.toUpperCase(), ` ${key}`])
      expect(parseKey(wrong)).toBeNull();
  });
});

test("limits count an IPv4 address, and the /64 of an IPv6 one", () => {
  expect(addressBucket("203.0.113.9")).toBe("203.0.113.9");
  expect(addressBucket("2001:db8:1:2::1")).toBe(addressBucket("2001:db8:1:2:ffff:ffff:ffff:ffff"));
  expect(addressBucket("2001:db8:1:2::1")).not.toBe(addressBucket("2001:db8:1:3::1"));
  expect(addressBucket(null)).toBe("unknown");
});

describe("the client's address", () => {
  const from = (peer: string, ...forwarded: string[]) => clientAddress(peer, forwarded);

  test("is the socket's peer, whatever the headers say", () => {
    expect(from("203.0.113.9", "198.51.100.1")).toBe("203.0.113.9");
    expect(from("::ffff:203.0.113.9")).toBe("203.0.113.9");
    expect(from("2001:DB8:0:0::1")).toBe("2001:db8::1");
    expect(from("nonsense")).toBeNull();
  });

  describe("behind a trusted proxy", () => {
    const proxy = "10.0.0.5";
    const through = (...forwarded: string[]) => {
      overrideEnv({
        trustedProxies: parseEnv({ TRUSTED_PROXIES: "10.0.0.0/8,fd00::/8" } as unknown as NodeJS.ProcessEnv)
          .trustedProxies,
      });
      return from(proxy, ...forwarded);
    };

    test.each([
      ["the last entry that is no proxy", ["198.51.100.7"], "198.51.100.7"],
      ["read from the right", ["1.2.3.4, 198.51.100.7"], "198.51.100.7"],
      ["over several proxies", ["1.2.3.4, 198.51.100.7, 10.1.1.1, 10.2.2.2"], "198.51.100.7"],
      ["over repeated headers, in order", ["1.2.3.4", "198.51.100.7, 10.1.1.1"], "198.51.100.7"],
      ["mapped addresses as IPv4", ["::ffff:198.51.100.7"], "198.51.100.7"],
      ["the proxy itself when nothing was forwarded", [], proxy],
      ["refused when it cannot be read", ["198.51.100.7, unknown"], null],
      ["refused with a port", ["198.51.100.7:443"], null],
      ["refused in brackets", ["[2001:db8::1]"], null],
      ["refused when empty", ["198.51.100.7,"], null],
      ["refused in octal", ["0306.063.0144.07"], null],
      ["refused with a zone", ["fe80::1%eth0"], null],
    ])("is %s", (_name, forwarded, address) => {
      expect(through(...(forwarded as string[]))).toBe(address);
    });
  });
});

test("allowlists take addresses and CIDRs of both families, and mapped ones", () => {
  expect(inSubnets("198.51.100.77", ["198.51.100.0/24"])).toBe(true);
  expect(inSubnets("198.51.101.77", ["198.51.100.0/24"])).toBe(false);
  expect(inSubnets("198.51.100.77", ["::ffff:198.51.100.0/120"])).toBe(true);
  expect(inSubnets("2001:db8::1", ["2001:db8::/32", "1.2.3.4"])).toBe(true);
  expect(inSubnets("1.2.3.4", ["1.2.3.4"])).toBe(true);
  expect(inSubnets("1.2.3.4", ["nonsense", "1.2.3.4/33"])).toBe(false);
  for (const wrong of ["1.2.3", "01.2.3.4", "1.2.3.4.5", "0x7f.1", "::1%lo", ""]) expect(normalizeIp(wrong)).toBeNull();
});
