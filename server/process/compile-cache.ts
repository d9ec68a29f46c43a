import { enableCompileCache } from "node:module";
import { join } from "node:path";

// What a process has compiled, the next one of the same sources reads. It goes with the packages that most of it is made of.
enableCompileCache(join(import.meta.dirname, "../../node_modules/.cache/compiled"));
