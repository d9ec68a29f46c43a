export const dynamic = "force-dynamic";

/** For load balancers that ask the page server whether it lives; the API's own answer is GET /api/v1/health. */
export function GET() {
  return new Response("ok");
}
