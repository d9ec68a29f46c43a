import type { Guide } from "./guide.ts";

export const versioning: Guide = {
  slug: "versioning",
  title: "Versioning",
  lead: "The version is part of the path: /api/v1. What works today goes on working there.",
  sections: [
    {
      title: "What may change within v1",
      blocks: [
        {
          list: [
            "new operations, optional parameters, fields of answers, events, error codes and scopes are added;",
            "texts of `error.message` and descriptions change. Branch on `error.code`.",
          ],
        },
        "So read answers tolerantly: ignore fields and events that you do not know. The OpenAPI document leaves answers and events open, so that a client generated from it today goes on working. Bodies are read strictly: an unknown field is refused, so that a misspelt `max_unit_price` is never ignored.",
      ],
    },
    {
      title: "What does not",
      blocks: [
        "No field, operation, code or event of v1 is removed or changes its type or meaning. Whatever cannot be done under this rule becomes a new version with a path of its own.",
        "The OpenAPI document's `info.version` names this contract and stays what it is for as long as v1 does: what is added later is in the document, not in its number. Its address is `openapi_url` of `GET /meta/integration`.",
      ],
    },
    {
      title: "How something is retired",
      blocks: [
        {
          steps: [
            "What has a better replacement is marked `deprecated` in the OpenAPI document and named below, with the date in the change log and its feed. It goes on working as before.",
            "It is never taken out of v1: `info.version` of the document stays, and so does everything that it describes.",
            "Should a new version come, v1 goes on beside it for at least 24 months from the day on which its end is announced: in the change log, by mail to the owners and developers of every account that used it in the last 90 days, and in the header `Sunset` of its answers.",
          ],
        },
        "What can change sooner: something that endangers travellers' data or anybody's money. Then we close the gap first and say so the same day.",
      ],
    },
    {
      title: "Kept for the first release's integrations",
      blocks: [
        "They are marked `deprecated` in the OpenAPI document, so that generated clients say so where they are used. They are answered for as long as v1 is; new integrations leave them alone.",
        {
          head: ["Where", "Fields", "Use instead"],
          rows: [
            [
              "balance",
              "`credit_limit`, `credit_used`, `available`",
              "`credit.limit`, `credit.used`, `available_to_spend`",
            ],
            ["package", "`reseller_price`, `retail_price`", "`price`, `recommended_retail_price`"],
            ["package", "`data_amount`, `data_amount_mb`, `network_type`", "`data.amount`, `data.mb`, `network.type`"],
            ["order", "`iccid`, `activation_code`", "`profiles[]`"],
            ["operation", "`GET /providers/{provider_code}/capabilities`", "`GET /meta/capabilities`"],
          ],
        },
      ],
    },
  ],
};
