import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { asked, fileOf, type Program, run, samplesOf, write } from "./program.ts";

const README = { hook: "/webhooks", secret: "WEBHOOK_SECRET", refusal: 400 } as const;
const GO_MODULE = "reseller-esim.example/go";

/** What a language needs that is not installed; empty where all is. */
export const lacks = {
  async Python() {
    const isNew = await asked("python3", "-c", "import sys; print(sys.version_info >= (3, 9))");
    return isNew === "True" ? "" : "Python 3.9";
  },
  async Go() {
    const [, minor] = (await asked("go", "env", "GOVERSION")).match(/^go1\.(\d+)/) ?? [];
    return Number(minor ?? 0) >= 23 ? "" : "Go 1.23";
  },
  async PHP() {
    const isNew = await asked("php", "-r", "echo PHP_VERSION_ID >= 80100 && extension_loaded('curl');");
    return isNew === "1" ? "" : "PHP 8.1 with curl";
  },
};

/** The first two samples of each README: the six steps, and a receiver. */
export const languages: Record<string, (library: string) => Program> = {
  /** @param library the built one, as npm would install it */
  TypeScript: (library) => async (folder) => {
    const [steps, receive] = samplesOf("typescript", "ts");
    write(folder, {
      "package.json": '{ "type": "module" }',
      "steps.ts": steps!,
      "receive.ts": receive!,
      "main.ts": `
import { createServer } from "node:http";
import { receive } from "./receive.ts";
createServer(async (request, response) => {
  const headers = request.headers as Record<string, string>;
  const body = Buffer.concat(await request.toArray());
  const answer = await receive(new Request("http://localhost", { method: "POST", headers, body }));
  response.writeHead(answer.status).end();
}).listen(process.env.PORT);
`,
    });
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(library, join(folder, "node_modules/reseller-esim"));
    return { ...README, receive: [process.execPath, "main.ts"], buy: [process.execPath, "steps.ts"] };
  },

  Python: () => async (folder) => {
    const missing = await lacks.Python();
    if (missing) return { missing };
    const [steps, receive] = samplesOf("python");
    write(folder, {
      "steps.py": steps!,
      "main.py": `${receive}

from http.server import BaseHTTPRequestHandler, HTTPServer


class Hook(BaseHTTPRequestHandler):
    def do_POST(self):
        self.send_response(receive(self.rfile.read(int(self.headers["Content-Length"])), self.headers))
        self.end_headers()


HTTPServer(("127.0.0.1", int(os.environ["PORT"])), Hook).serve_forever()
`,
    });
    return { ...README, receive: ["python3", "-u", "main.py"], buy: ["python3", "steps.py"] };
  },

  Go: () => async (folder) => {
    const missing = await lacks.Go();
    if (missing) return { missing };
    const [steps, receive] = samplesOf("go");
    write(folder, {
      "go.mod": `module shop\n\ngo 1.23\n\nrequire ${GO_MODULE} v0.0.0\n\nreplace ${GO_MODULE} => ${fileOf("sdk/go")}\n`,
      "steps/main.go": steps!,
      "main.go": `package main

import (
	"io"
	"log"
	"net/http"
	"os"

	esim "${GO_MODULE}"
)

${receive}
func main() {
	http.HandleFunc("POST ${README.hook}", receive)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
`,
    });
    // Built apart: "go run" would leave the program behind when it is ended itself.
    await run(["go", "build", "-o", "bin/", ".", "./steps"], folder);
    return { ...README, receive: [join(folder, "bin/shop")], buy: [join(folder, "bin/steps")] };
  },

  PHP: () => async (folder, port) => {
    const missing = await lacks.PHP();
    if (missing) return { missing };
    const [steps, receive] = samplesOf("php");
    write(folder, {
      "vendor/autoload.php": `<?php require '${fileOf("sdk/php/autoload.php")}';`,
      "steps.php": steps!,
      "receive.php": `<?php\nrequire 'vendor/autoload.php';\n${receive}`,
    });
    return { ...README, receive: ["php", "-S", `127.0.0.1:${port}`, "receive.php"], buy: ["php", "steps.php"] };
  },
};
