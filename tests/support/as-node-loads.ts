// What reads cookies of a request finds its storage there when it is loaded, by whichever file loads it first.
import "next/dist/server/node-environment-baseline.js";
import { flushCompileCache, registerHooks } from "node:module";
import { afterAll } from "vitest";

// Next's build finds `next/navigation` by rules of its own; Node wants the file's name.
registerHooks({
  resolve: (specifier, context, next) => next(/^next\/\w+$/.test(specifier) ? `${specifier}.js` : specifier, context),
});

// A worker is ended from outside, and then keeps nothing of what it has compiled.
afterAll(() => flushCompileCache());
