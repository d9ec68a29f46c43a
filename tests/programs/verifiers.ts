import { readFileSync } from "node:fs";
import { lacks } from "./languages.ts";
import { fileOf, run, write } from "./program.ts";

/** What is believed of these, by the verifier that the documentation shows: the event's id, or nothing. */
type Verify = (deliveries: SentDelivery[], folder: string) => Promise<string[] | { missing: string }>;
export type SentDelivery = { secret: string; headers: Record<string, string>; body: string };

const snippet = (name: string) => readFileSync(fileOf(`docs/snippets/${name}`), "utf8");
const lines = (printed: string, { length }: unknown[]): string[] => printed.split("\n").slice(0, length);

export const verifiers: Record<keyof typeof lacks, Verify> = {
  async Python(deliveries, folder) {
    const missing = await lacks.Python();
    if (missing) return { missing };
    write(folder, {
      "deliveries.json": JSON.stringify(deliveries),
      "verify_webhook.py": snippet("verify_webhook.py"),
      "main.py": `
import json
from email.message import Message
from verify_webhook import verify_webhook

for one in json.load(open("deliveries.json")):
    headers = Message()
    for name, value in one["headers"].items():
        headers[name] = value
    try:
        print("believed", verify_webhook(one["secret"], headers, one["body"].encode())["id"])
    except ValueError:
        print("refused")
`,
    });
    return lines(await run(["python3", "main.py"], folder), deliveries);
  },

  async Go(deliveries, folder) {
    const missing = await lacks.Go();
    if (missing) return { missing };
    write(folder, {
      "deliveries.json": JSON.stringify(deliveries),
      "go.mod": "module shop\n\ngo 1.23\n",
      "webhook/verify_webhook.go": snippet("verify_webhook.go"),
      "main.go": `package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"shop/webhook"
)

func main() {
	text, _ := os.ReadFile("deliveries.json")
	var all []struct {
		Secret, Body string
		Headers      map[string]string
	}
	if err := json.Unmarshal(text, &all); err != nil {
		panic(err)
	}
	for _, one := range all {
		header := http.Header{}
		for name, value := range one.Headers {
			header.Set(name, value)
		}
		if event, err := webhook.Verify(one.Secret, header, []byte(one.Body)); err == nil {
			fmt.Println("believed", event.ID)
		} else {
			fmt.Println("refused")
		}
	}
}
`,
    });
    return lines(await run(["go", "run", "."], folder), deliveries);
  },

  async PHP(deliveries, folder) {
    const missing = await lacks.PHP();
    if (missing) return { missing };
    write(folder, {
      "deliveries.json": JSON.stringify(deliveries),
      "verify_webhook.php": snippet("verify_webhook.php"),
      "main.php": `<?php
require 'verify_webhook.php';
foreach (json_decode(file_get_contents('deliveries.json'), true) as $one) {
    $server = [];
    foreach ($one['headers'] as $name => $value) {
        $server['HTTP_' . strtoupper(str_replace('-', '_', $name))] = $value;
    }
    try {
        echo 'believed ' . verify_webhook($one['secret'], $server, $one['body'])['id'] . "\\n";
    } catch (RuntimeException) {
        echo "refused\\n";
    }
}
`,
    });
    return lines(await run(["php", "main.php"], folder), deliveries);
  },
};
