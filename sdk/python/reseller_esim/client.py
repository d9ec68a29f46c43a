"""The API's operations as methods. Their signatures are in ``client.pyi``, made from the contract."""

from __future__ import annotations

from typing import Any, Callable, Iterator, Optional

from ._call import Answer, Settings, call
from ._contract import OPERATIONS

# What names the next page of a list.
_PAGES = {"list_packages": "cursor", "list_orders": "before_id", "list_ledger": "before_id", "list_esims": "offset"}


class Client:
    """Each method gives ``data`` of the answer, and raises ``ApiError`` when it is refused."""

    def __init__(
        self,
        key: str,
        base_url: str,
        *,
        signing_secret: Optional[str] = None,
        timeout: float = 30.0,
        retries: int = 3,
        on_answer: Optional[Callable[[Answer], None]] = None,
    ) -> None:
        self._settings = Settings(key, base_url, signing_secret, timeout, retries, on_answer)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name not in OPERATIONS:
            raise AttributeError(f"There is no operation {name}.")

        def method(*, idempotency_key: Optional[str] = None, **values: Any) -> Any:
            return call(self._settings, OPERATIONS[name], values, idempotency_key)

        return method

    def each(self, operation: str, **values: Any) -> Iterator[Any]:
        """Every item of a list, page after page: ``for order in client.each("list_orders")``."""
        name = _PAGES[operation]
        at = values.pop(name, None)
        while True:
            page = call(self._settings, OPERATIONS[operation], {**values, name: at}, None)
            yield from page["items"]
            if name == "offset":
                if len(page["items"]) < page["limit"]:
                    return
                at = (at or 0) + len(page["items"])
            else:
                at = page["pagination"]["next_cursor"]
                if at is None:
                    return
