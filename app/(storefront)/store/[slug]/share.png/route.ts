import { serveShared } from "#server/files/share-png.ts";
import { readShared } from "#server/storefront/index.ts";

type Context = { params: Promise<{ slug: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const language = new URL(request.url).searchParams.get("language") ?? "en";
  return await serveShared(await readShared((await params).slug, language));
}
