/**
 * What the documentation's samples use of curl, so that no machine needs one.
 *
 * @param {string[]} args
 */
export function requestOf(args) {
  const request = { url: "", method: "GET", headers: {}, body: undefined, file: undefined };
  for (let i = 0; i < args.length; i++) {
    const [flag] = [args[i]];
    if (flag === "-sS") continue;
    if (flag === "-sSO") request.file = true;
    else if (flag === "-X") request.method = args[++i];
    else if (flag === "-H") {
      const [name, ...value] = args[++i].split(": ");
      request.headers[name] = value.join(": ");
    } else if (flag === "-d") {
      request.body = args[++i];
      if (request.method === "GET") request.method = "POST";
    } else if (/^https?:/.test(flag)) request.url = flag;
    else throw new Error(`curl ${flag}`);
  }
  return request;
}

if (import.meta.main) {
  const { writeFileSync } = await import("node:fs");
  const { url, file, ...init } = requestOf(process.argv.slice(2));
  let answer = await fetch(url, init);
  // Told to come again in a moment, a reader does.
  for (let tries = 1; answer.status === 503 && tries < 10; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    answer = await fetch(url, init);
  }
  const text = await answer.text();
  if (file) writeFileSync(new URL(url).pathname.split("/").at(-1), text);
  else process.stdout.write(`${text}\n`);
}
