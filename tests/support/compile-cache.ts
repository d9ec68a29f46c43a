import { flushCompileCache } from "node:module";
import { afterAll } from "vitest";

// A worker is ended from outside, and then keeps nothing of what it has compiled.
afterAll(() => flushCompileCache());
