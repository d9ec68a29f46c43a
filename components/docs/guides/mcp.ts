import { type Guide, SERVICE } from "./guide.ts";

const MESSAGE = `{"jsonrpc": "2.0", "id": 1, "method": "tools/call",
      "params": {"name": "list_packages", "arguments": {"country": "TR", "limit": 3}}}`;

export const mcp: Guide = {
  slug: "mcp",
  title: "Assistants (MCP)",
  lead: "Assistants such as Claude or Cursor look things up in your account, and act where a person let them, over the Model Context Protocol.",
  sections: [
    {
      title: "Connect",
      blocks: [
        "The address is `/mcp` beside the API, the transport streamable HTTP, the credential an API key. Make a key of its own for each assistant, with the scopes that it needs: begin with a test key.",
        {
          label: "Claude Code",
          sample: `claude mcp add --transport http reseller-esim \${SVC_URL%/api/v1}/mcp \\
  --header "Authorization: Bearer $SVC_KEY"`,
        },
        {
          label: "Settings of Cursor and others",
          sample: `{
  "mcpServers": {
    "reseller-esim": {
      "url": "${SERVICE}/mcp",
      "headers": { "Authorization": "Bearer svc_test_…" }
    }
  }
}`,
        },
        "A program of your own uses any library of the protocol, or one request for one message:",
        {
          label: "Shell",
          sample: `curl -sS \${SVC_URL%/api/v1}/mcp \\
  -H "Authorization: Bearer $SVC_KEY" \\
  -H "Content-Type: application/json" -H "Accept: application/json, text/event-stream" \\
  -d '${MESSAGE}'`,
        },
        "Keys that sign their requests do not work here: assistants cannot sign.",
      ],
    },
    {
      title: "What it can do",
      blocks: [
        "Every operation of the API is a tool: `GET /orders/{reference}` is `get_order`, its parameters and fields are the arguments. A key finds the tools of its scopes.",
        "Without more, a key reads. A person lets it act in the portal, under API keys: at most so many changes and so much money a day. Then an order, a top-up, a cancel, a suspension, a webhook or the brand is changed in two steps:",
        {
          steps: [
            "The tool, such as `create_order`, does nothing: it answers what would happen, what it charges at most, and a `confirmation`.",
            "The assistant shows that to you. If you agree, it calls `confirm` with the confirmation, and exactly what was shown is done.",
          ],
        },
        {
          list: [
            "A confirmation belongs to one preview of one key and works for ten minutes.",
            "What costs more than was shown is refused with `price_changed`.",
            "What was confirmed is done once. Confirming an order or a top-up again answers what it came to; anything else is refused the second time.",
            "The day's limits hold over all that the key does here, also at the same time, and count what was refused after it was confirmed.",
          ],
        },
      ],
    },
    {
      title: "What protects you",
      blocks: [
        "A text that somebody else wrote, such as a traveller's name, can try to tell an assistant what to do. Whatever it believes, it has the key's scopes, addresses and limits, and can spend no more in a day than you allowed.",
        "Assistants ask before they call a tool: leave that on for `confirm`, which says of itself that it changes things; all others say that they do not.",
        "Every message and every call is in your request log, calls with the header `via: mcp`. A message counts as a request, and so does each call that it makes.",
        "`get_esim_installation` answers activation codes, and `create_webhook` a secret, to the assistant and whoever runs it. Leave out the scopes that it does not need.",
      ],
    },
  ],
};
