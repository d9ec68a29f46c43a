import { lacks } from "./languages.ts";
import { fileOf, run } from "./program.ts";

/** Plays a library's own tests, without the service. Says what the language lacks where they cannot run here. */
export const libraries: Record<keyof typeof lacks, () => Promise<string>> = {
  async Python() {
    const missing = await lacks.Python();
    if (!missing) await run(["python3", "-m", "unittest", "discover", "-s", fileOf("sdk/python/tests")]);
    return missing;
  },

  async Go() {
    const missing = await lacks.Go();
    if (missing) return missing;
    const library = fileOf("sdk/go");
    const unformatted = await run(["gofmt", "-l", library]);
    if (unformatted) throw new Error(`gofmt would change ${unformatted}`);
    // `go test` would look through all that it is made of once more, for a part of what `go vet` finds.
    await run(["go", "vet", "./..."], library);
    await run(["go", "test", "-vet=off", "./..."], library);
    return "";
  },

  async PHP() {
    const missing = await lacks.PHP();
    if (!missing) await run(["php", fileOf("sdk/php/tests/run.php")]);
    return missing;
  },
};
