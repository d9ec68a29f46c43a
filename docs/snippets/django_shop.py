import json
import os
import time
import urllib.request

from django.http import HttpResponse, JsonResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from verify_webhook import verify_webhook


def svc(where: str, body: dict, tries: int = 4, **headers: str) -> dict:
    request = urllib.request.Request(os.environ["SVC_URL"] + where, json.dumps(body).encode(), method="POST")
    request.add_header("Authorization", f"Bearer {os.environ['SVC_KEY']}")
    request.add_header("Content-Type", "application/json")
    for name, value in headers.items():
        request.add_header(name.replace("_", "-"), value)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)["data"]
    except OSError as error:
        # A refusal is an HTTPError, whose body has error.code; anything else is no answer.
        if tries == 1 or getattr(error, "code", 503) not in (429, 500, 502, 503, 504):
            raise
        seconds = getattr(error, "headers", {}).get("Retry-After") or 1
    # The same request again, which the Idempotency-Key makes safe.
    time.sleep(int(seconds))
    return svc(where, body, tries - 1, **headers)


def buy(package_id: str, number: str) -> dict:
    """number: your own order number. A repeat with it never buys twice."""
    price = svc("/quotes", {"package_id": package_id})["unit_price"]
    order = {"package_id": package_id, "client_reference": number, "max_unit_price": price}
    return svc("/orders", order, Idempotency_Key=number)


@csrf_exempt
@require_POST
def hook(request):
    try:
        event = verify_webhook(os.environ["SVC_HOOK_SECRET"], request.headers, request.body)
    except ValueError:
        return HttpResponse(status=401)
    # Put it into a queue of yours, under event["id"]: the same event may come twice.
    print(event["type"], event["id"], flush=True)
    return HttpResponse(status=204)


@csrf_exempt
@require_POST
def buy_view(request):
    wanted = json.loads(request.body)
    return JsonResponse(buy(wanted["package_id"], wanted["number"]))


urlpatterns = [path("hooks/esim", hook), path("buy", buy_view)]
