import { chooseLanguage } from "#server/storefront/index.ts";

type Params = { params: Promise<{ slug: string }> };

/** What is printed on vouchers has no language in it. */
export const GET = async (request: Request, { params }: Params) =>
  await chooseLanguage(request, (await params).slug, "/redeem");
