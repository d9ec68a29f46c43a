import type { Guide } from "./guide.ts";

export const catalogueSync: Guide = {
  slug: "catalogue-sync",
  title: "Pagination and catalogue sync",
  lead: "Keep a copy of the catalogue: one full pull a day, one hourly pull of what changed.",
  sections: [
    {
      title: "Pages",
      blocks: [
        {
          head: ["List", "Next page", "Page size"],
          rows: [
            ["`GET /packages`", "`cursor` = `pagination.next_cursor`", "1 to 100, 50 by default"],
            [
              "`GET /orders`, `GET /account/ledger`",
              "`before_id` = `pagination.next_cursor`",
              "1 to 100, 25 by default",
            ],
            ["`GET /esims`", "`offset` + `limit`", "1 to 200, 50 by default"],
          ],
        },
        "`has_more` is false on the last page. `total` comes with the first page of packages only.",
        {
          label: "TypeScript",
          sample: `import { env } from "node:process";

const get = async (path) => {
  const headers = { Authorization: \`Bearer \${env.SVC_KEY}\` };
  const answer = await fetch(env.SVC_URL + path, { headers });
  if (!answer.ok) throw new Error(\`\${answer.status} \${await answer.text()}\`);
  return await answer.json();
};

async function* allPackages(filter = "") {
  for (let cursor = ""; ; ) {
    const { data } = await get(\`/packages?limit=100\${filter}\${cursor}\`);
    yield* data.items;
    if (!data.pagination.has_more) return;
    cursor = \`&cursor=\${data.pagination.next_cursor}\`;
  }
}

for await (const { package_id, price, currency } of allPackages()) console.log(package_id, price, currency);`,
        },
      ],
    },
    {
      title: "Full pull and changes",
      blocks: [
        "Once a day, read every page and drop from your copy what is no longer there: that is how a withdrawn package shows. Every hour, read with `updated_since` set to five minutes before the last pull began, by our clock: `meta.timestamp` of its first answer. A change may be under way while you read, and has the time at which it was made; what comes twice is the same.",
        "`updated_at` moves when something you can see of the package changes, when your price rules change, and when your currency's rate changes. After a rate change the whole catalogue is new.",
        "Answers about the catalogue have an `ETag`. Send it as `If-None-Match` with the same request, and while the data are still the same the answer is 304 without a body. With `Accept-Encoding: gzip` a page takes about a tenth of its size.",
      ],
    },
    {
      title: "Products, variants, replacements",
      blocks: [
        "Equal products (place, data, days) share a `product_key`, whoever supplies them. Exactly one package of each has `is_variant` false; `include_variants=false` lists those alone.",
        "`GET /packages/{id}` of a withdrawn code that has a successor answers with the successor and names the old code in `replaced_package_id`. Without one it is 404 `package_not_found`.",
      ],
    },
  ],
};
