"""Client of the Reseller eSIM Service API."""

from . import errors
from ._call import Answer
from .client import Client
from .errors import ApiError, ConnectionFailed, WebhookError
from .webhooks import sign_webhook, verify_webhook

__version__ = "1.0.0"
__all__ = ["Answer", "ApiError", "Client", "ConnectionFailed", "WebhookError", "errors", "sign_webhook", "verify_webhook"]
