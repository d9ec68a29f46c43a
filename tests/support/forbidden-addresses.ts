/** Addresses that must never be dialled, and what is said of each; names are those that `ZONE` knows. */

const IP = /not a public IP address/;
const LEADS = /leads to .*, which is not a public IP address/;
const NAME = /full public host name|must have a public host name/;
const SCHEME = /must start with https:\/\//;
const PORT = /must use port 443 or 8443/;
const USER = /must not contain a user name/;
const NO_URL = /is not an absolute URL/;
const UNKNOWN = /cannot be resolved/;

const V4 = [
  ["this network", "0.0.0.0", "0.0.0.1", "0.255.255.255"],
  ["loopback", "127.0.0.1", "127.0.0.2", "127.1.2.3", "127.255.255.254"],
  ["private", "10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.254", "192.168.0.1", "192.168.255.255"],
  ["link-local and metadata", "169.254.0.1", "169.254.169.254", "169.254.170.2", "168.63.129.16", "192.0.0.192"],
  ["shared", "100.64.0.1", "100.100.100.200", "100.127.255.254"],
  ["documentation", "192.0.2.1", "198.51.100.7", "203.0.113.9"],
  ["benchmark", "198.18.0.1", "198.19.255.254"],
  ["assigned to protocols", "192.0.0.1", "192.0.0.170", "192.31.196.1", "192.52.193.1", "192.88.99.1", "192.175.48.1"],
  ["multicast, reserved, broadcast", "224.0.0.1", "239.255.255.250", "240.0.0.1", "254.1.2.3", "255.255.255.255"],
].flatMap(([, ...addresses]) => addresses);

const V6 = [
  ["unspecified and loopback", "::", "::1", "0:0:0:0:0:0:0:1"],
  ["mapped", "::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::ffff:192.168.1.1"],
  ["compatible", "::127.0.0.1", "::10.0.0.1", "::ffff:0:127.0.0.1"],
  ["NAT64", "64:ff9b::7f00:1", "64:ff9b::10.0.0.1", "64:ff9b::808:808", "64:ff9b:1::1"],
  ["6to4", "2002:7f00:1::", "2002:a00:1::1", "2002:c0a8:101::", "2002:808:808::1"],
  ["Teredo", "2001::1", "2001:0:7f00:1::", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
  ["documentation, benchmark, ORCHID", "2001:db8::1", "3fff::1", "2001:2::1", "2001:10::1", "2001:20::1"],
  ["unique local, link-local, site-local", "fc00::1", "fd00::1", "fd00:ec2::254", "fe80::1", "febf::1", "fec0::1"],
  ["multicast, discard, segment routing", "ff02::1", "ff0e::1", "100::1", "5f00::1", "2620:4f:8000::1"],
  ["not handed out", "4000::1", "8000::1", "e000::1", "1::1"],
].flatMap(([, ...addresses]) => addresses);

const SPELLINGS = [
  "2130706433", // decimal
  "0x7f000001",
  "017700000001",
  "0x7f.0.0.1",
  "0177.0.0.1",
  "0x7f.1",
  "127.1",
  "127.0.1",
  "0",
  "3232235777", // 192.168.1.1
  "0xa9fea9fe", // 169.254.169.254
  "0251.0376.0251.0376",
  "169.254.43518",
  "127.0.0.1.",
  "１２７.０.０.１", // full-width digits
  "127。0。0。1", // ideographic full stops
  "①②⑦.⓪.⓪.①",
  "%31%32%37.0.0.1",
];

const NAMES = [
  "localhost",
  "LOCALHOST",
  "localhost.",
  "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ",
  "ｌｏｃａｌｈｏｓｔ",
  "web.localhost",
  "printer.local",
  "printer.LOCAL.",
  "db.internal",
  "metadata.google.internal",
  "metadata.google.internal.",
  "nas.home.arpa",
  "router.lan",
  "wiki.intranet",
  "mail.corp",
  "box.home",
  "vault.private",
  "intranet",
  "metadata",
  "kubernetes",
  "api.test",
  "host.invalid",
  "hidden.onion",
];

export const FORBIDDEN: [url: string, reason: RegExp][] = [
  ...V4.map((address): [string, RegExp] => [`https://${address}/`, IP]),
  ...V6.map((address): [string, RegExp] => [`https://[${address}]:8443/`, IP]),
  ...SPELLINGS.map((host): [string, RegExp] => [`https://${host}/hook`, IP]),
  ...NAMES.map((host): [string, RegExp] => [`https://${host}/hook`, NAME]),
  ["https://localtest.hooks.example/", LEADS],
  ["https://metadata.hooks.example/latest/meta-data/", LEADS],
  ["https://six.hooks.example/", LEADS],
  ["https://mixed.hooks.example/", LEADS],
  ["https://mixed-six.hooks.example/", LEADS],
  ["https://mapped.hooks.example/", LEADS],
  ["https://nat64.hooks.example/", LEADS],
  ["https://xn--bcher-kva.hooks.example/", LEADS],
  ["https://bücher.hooks.example/", LEADS],
  ["https://nobody.hooks.example/", UNKNOWN],
  ["https://empty.hooks.example/", UNKNOWN],
  ["https://broken.hooks.example/", UNKNOWN],
  ["https://half-broken.hooks.example/", UNKNOWN],
  ["https://public.hooks.example../", UNKNOWN],
  ["http://public.hooks.example/", SCHEME],
  ["http://127.0.0.1:8443/", SCHEME],
  ["ftp://public.hooks.example/", SCHEME],
  ["file:///etc/passwd", SCHEME],
  ["gopher://127.0.0.1:8443/_x", SCHEME],
  ["data:text/plain,x", SCHEME],
  ["javascript:alert(1)", SCHEME],
  ["ws://public.hooks.example/", SCHEME],
  ["unix:/var/run/docker.sock", SCHEME],
  ["https://public.hooks.example:80/", PORT],
  ["https://public.hooks.example:22/", PORT],
  ["https://public.hooks.example:8080/", PORT],
  ["https://public.hooks.example:6379/", PORT],
  ["https://public.hooks.example:0/", PORT],
  ["https://public.hooks.example:65535/", PORT],
  ["https://user@public.hooks.example/", USER],
  ["https://user:password@public.hooks.example/", USER],
  ["https://public.hooks.example@127.0.0.1/", USER],
  ["https://public.hooks.example%40127.0.0.1/", NO_URL],
  ["https://127.0.0.1#@public.hooks.example/", IP],
  ["https://127.0.0.1?@public.hooks.example/", IP],
  ["https://127.0.0.1\\@public.hooks.example/", IP],
  ["https:\\\\127.0.0.1\\", IP],
  ["https:127.0.0.1", IP],
  ["  https://127.0.0.1/  ", IP],
  ["https://127.0.0.1\t:443/", IP],
  ["https://public.hooks.example:99999/", NO_URL],
  ["https://[fe80::1%25eth0]/", NO_URL],
  ["https://[::1", NO_URL],
  ["https://256.256.256.256/", NO_URL],
  ["https://1.2.3.4.5/", NO_URL],
  ["https://public hooks.example/", NO_URL],
  ["https:///", NO_URL],
  ["//public.hooks.example/", NO_URL],
  ["public.hooks.example", NO_URL],
  ["", NO_URL],
];

export const PUBLIC_IP = "93.184.215.14";
export const PUBLIC_IP6 = "2606:2800:21f:cb07:6820:80da:af6b:8b2c";
/** Global unicast by its prefix, and handed out to nobody: may be dialled, leads nowhere. */
export const NOWHERE = "2e00::1";
