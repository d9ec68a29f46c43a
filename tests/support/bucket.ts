import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** What is needed of an object storage that speaks S3: signed requests, lists in pages of two, and nothing is replaced. */
export async function openBucket(name: string) {
  const kept = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, "http://bucket");
    const answer = (status: number, body: string | Buffer = "") => response.writeHead(status).end(body);
    if (!request.headers.authorization?.startsWith("AWS4-HMAC-SHA256 Credential=id/"))
      return answer(403, "<Code>AccessDenied</Code>");
    if (!url.pathname.startsWith(`/${name}/`)) return answer(404, "<Code>NoSuchBucket</Code>");
    const key = url.pathname.slice(name.length + 2);
    if (request.method === "PUT") {
      const body = await buffer(request);
      if (request.headers["if-none-match"] === "*" && kept.has(key))
        return answer(412, "<Code>PreconditionFailed</Code>");
      kept.set(key, body);
      return answer(200);
    }
    if (key) return kept.has(key) ? answer(200, kept.get(key)) : answer(404, "<Code>NoSuchKey</Code>");
    const after = url.searchParams.get("continuation-token") ?? "";
    const keys = [...kept.keys()]
      .filter((one) => one.startsWith(url.searchParams.get("prefix") ?? "") && one > after)
      .sort();
    const page = keys.slice(0, 2);
    const more = keys.length > 2 ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
    answer(
      200,
      `<ListBucketResult>${page.map((one) => `<Contents><Key>${one}</Key></Contents>`).join("")}${more}</ListBucketResult>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    environment: {
      BACKUP_URL: `s3://${name}/of/production`,
      AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      AWS_ACCESS_KEY_ID: "id",
      AWS_SECRET_ACCESS_KEY: "secret",
    },
    close: () => server.close(),
  };
}
