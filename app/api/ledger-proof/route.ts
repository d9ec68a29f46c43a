import { serveLedgerProof } from "#server/trpc/serve-ledger-proof.ts";

export { serveLedgerProof as GET };
