import { type DocSection, SERVICE } from "../guides/guide.ts";

export const FRAMEWORKS = {
  path: "/docs/frameworks",
  title: "Framework quickstarts",
  lead: "The same two things in four frameworks: an order that is safe to repeat, and a webhook that is verified before it is believed.",
};

const ENVIRONMENT = `SVC_URL=${SERVICE}/api/v1
SVC_KEY=svc_test_…
SVC_HOOK_SECRET=whsec_…`;

/** @param snippet the text of a file of docs/snippets */
export function frameworkSections(snippet: (file: string) => string): DocSection[] {
  const sample = (file: string) => ({ label: file, sample: snippet(file) });
  return [
    {
      title: "For all of them",
      blocks: [
        "Three values stand in the environment of your program, never in a page or an app. The secret is in the answer of `POST /webhooks`, once.",
        { label: "Environment", sample: ENVIRONMENT },
        "The verifier is the one of the webhooks page: copy `verify-webhook.mjs`, `verify_webhook.py` or `verify_webhook.php` beside the code.",
      ],
    },
    {
      title: "Express",
      blocks: [
        "`express.raw()` on the route of the webhook, before `express.json()` for all others. Played with Express 5.",
        sample("express-shop.mjs"),
      ],
    },
    {
      title: "Next.js",
      blocks: [
        "A route handler has the raw body as it came. The purchase is a function that a server action or a route calls.",
        sample("next-buy.mjs"),
        sample("next-hook.mjs"),
      ],
    },
    {
      title: "Django",
      blocks: [
        "The webhook's view is exempt from the CSRF check: its signature says who sends. Played with Django 5.2.",
        sample("django_shop.py"),
      ],
    },
    {
      title: "Laravel",
      blocks: [
        "In `routes/api.php`, under the prefix `/api`. Written for Laravel 10 to 12, played with Laravel 10.",
        sample("laravel_services.php"),
        sample("laravel_shop.php"),
      ],
    },
  ];
}
