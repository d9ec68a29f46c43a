import { readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll } from "vitest";
import { presentEventData } from "#server/api/v1/events.ts";
import { BASE_PATH } from "#server/http/dispatch.ts";
import { database } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { setEventPresenter } from "#server/kernel/events.ts";
import { type Driver, documented, prepare } from "#tests/support/api.ts";
import { contractMatrix } from "#tests/support/contract-matrix.ts";
import { newService } from "#tests/support/service.ts";

// The same matrix over the running service: real sockets, the raw request target, the client's address from a proxy.
const service = await newService({
  WEBHOOK_ALLOWED_ORIGINS: "http://127.0.0.1:9911",
  TRUSTED_PROXIES: "127.0.0.0/8,::1",
});
await service.start();
const { masterKey, postgresPassword } = JSON.parse(readFileSync(join(service.dataDir, "secrets.json"), "utf8"));
overrideEnv({
  databaseUrl: `postgresql://postgres:${postgresPassword}@localhost/service?host=${join(service.dataDir, "run")}`,
  masterKey,
  webhookAllowedOrigins: ["http://127.0.0.1:9911"],
});
setEventPresenter(presentEventData);

let clients = 0;

const running: Driver = {
  name: "the running service",
  send(sent) {
    const { headers, bytes } = prepare(sent);
    const peer = sent.peer ?? `100.64.${(++clients >> 8) & 255}.${clients & 255}`;
    const all = {
      ...Object.fromEntries(headers),
      "x-forwarded-for": peer,
      ...(bytes.length > 0 && { "content-length": String(bytes.length) }),
    };
    return new Promise((resolve, reject) => {
      const out = request(
        { host: "127.0.0.1", port: service.port, method: sent.method, path: BASE_PATH + sent.path, headers: all },
        async (answer) => {
          let text = "";
          for await (const chunk of answer.setEncoding("utf8")) text += chunk;
          resolve({
            status: answer.statusCode!,
            headers: answer.headers as Record<string, string>,
            json: JSON.parse(text),
          });
        },
      );
      out.on("error", reject);
      out.end(bytes);
    });
  },
};

afterAll(async () => {
  await database().close();
  await service.dispose();
});

contractMatrix(documented(running));
