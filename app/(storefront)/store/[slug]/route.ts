import { chooseLanguage } from "#server/storefront/index.ts";

type Context = { params: Promise<{ slug: string }> };

export const GET = async (request: Request, { params }: Context) => chooseLanguage(request, (await params).slug);
