import { openApi } from "./v1/openapi.ts";

// `npm run -s openapi`: the document on standard output, for generators and comparisons.
process.stdout.write(`${JSON.stringify(openApi(), null, 2)}\n`);
