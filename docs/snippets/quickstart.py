import json
import os
import time
import urllib.error
import urllib.request


def call(method, path, body=None, headers=None):
    request = urllib.request.Request(os.environ["SVC_URL"] + path, method=method, headers=headers or {})
    request.add_header("Authorization", "Bearer " + os.environ["SVC_KEY"])
    if body is not None:
        request.add_header("Content-Type", "application/json")
        request.data = json.dumps(body).encode()
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["data"]
    except urllib.error.HTTPError as refusal:
        answer = json.load(refusal)
        error = answer["error"]
        raise SystemExit(f"{error['code']}: {error['message']} ({answer['meta']['request_id']})")


# 1. Verify the key
print(call("POST", "/auth/test")["authentication"]["environment"])

# 2. Read prices
package_id = call("GET", "/packages?country=TR&limit=5")["items"][0]["package_id"]

# 3. Get a quote
quote = call("POST", "/quotes", {"package_id": package_id, "quantity": 2})

# 4. Place the order. Store its number before you send it: sent again with it, nothing is ordered or charged twice
number = f"shop-{time.time_ns()}"
order = call(
    "POST",
    "/orders",
    {
        "package_id": package_id,
        "quantity": 2,
        "client_reference": number,
        "max_unit_price": quote["unit_price"],
    },
    {"Idempotency-Key": number},
)

# 5. Receive the profiles: at once for a test order, with order.delivered for a live one
order = call("GET", "/orders/" + order["reference"])
for profile in order["profiles"]:
    print(order["status"], profile["activation_code"])

# 6. Go live: the same with a live key
