import { serveLedgerProof } from "#server/files/serve-ledger-proof.ts";

export { serveLedgerProof as GET };
