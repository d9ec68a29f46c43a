import type { Guide } from "./guide.ts";

export const ledger: Guide = {
  slug: "ledger",
  title: "Verify your ledger",
  lead: "You need not believe us: your ledger can be checked on your own machine, against what we signed earlier.",
  sections: [
    {
      title: "The chain",
      blocks: [
        "Each entry carries a SHA-256 hash over the hash of the entry before it and every one of its own columns. Whoever changes, removes, adds or swaps an entry breaks the chain. The portal's balance page verifies it in your browser, and gives out the entries with their hashes as a file.",
        "What is hashed are the 32 bytes of the hash before (32 zero bytes for the first entry), then the columns in the order of the file from `id` to `created_at`, each as `<bytes>:<value>,`: how long the value is in UTF-8, and the value. In the file of the portal a `'` stands before a text that a spreadsheet would run (one that begins with `=`, say): it is not hashed.",
      ],
    },
    {
      title: "Checkpoints",
      blocks: [
        "A chain alone does not show that its newest entries were cut off, or that all of it was written anew. So once an hour, when money has moved, we sign where every account's chain stands and keep that outside our database. The signature is Ed25519 over five lines: `ledger checkpoint 1`, number, moment, the SHA-256 of the checkpoint before it, and the root of a hash tree that holds every account's place. Each line ends with a newline; after a restore from a backup a sixth says so.",
        "Your place in the newest checkpoint is a file of the portal's balance page: your entry's number, hash and balance, and the way from there to the signed root. It shows nothing of other accounts. Keep one now and then: with each, everything up to it can never be changed unnoticed.",
      ],
    },
    {
      title: "Check it yourself",
      blocks: [
        {
          steps: [
            "Fetch the public key once and keep it: `/docs/ledger-key.pem`. A key that comes together with what it verifies proves nothing.",
            "Fetch the verifier, one file for Node 20 or newer without dependencies: `/docs/verify-ledger.mjs`.",
            "In the portal, under Balance, save the entries with hashes and the checkpoint.",
            "Run it, with every checkpoint that you kept.",
          ],
        },
        {
          label: "Verify",
          sample:
            "node verify-ledger.mjs --key ledger-key.pem --export ledger-chain.csv checkpoint-1.json checkpoint-2.json",
        },
        "Answers of `GET /account/ledger` can be added as `--api page.json`: what the API shows is then held against the file. The exit code is 0 when everything verifies; otherwise the first fault of each kind is said in words.",
      ],
    },
  ],
};
