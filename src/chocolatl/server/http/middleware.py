"""The shell around the application: who calls, from where, how often; headers on the way out."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import msgspec
import structlog

from chocolatl.server.client_address import client_key
from chocolatl.server.errors import StorageUnavailableError
from chocolatl.server.http.cookies import NO_COOKIE, Cookies, is_secure, sets_cookie
from chocolatl.server.http.link_previews import ANY_PICTURE, HOST, LinkPreviews, spoken
from chocolatl.server.http.problems import STATUS
from chocolatl.server.http.static_files import NOT_BUILT, File, StaticFiles
from chocolatl.server.protocol import Problem
from chocolatl.server.reach import NetworkAccess
from chocolatl.server.secret import TABLE_ID, hash_token, new_token
from chocolatl.server.tables.table_registry import TableRegistry
from chocolatl.server.traffic_limits import Kind, cost_of, makes_table, tries_code

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
ServeSocket = Callable[[str, str | None, str, Scope, Receive, Send], Awaitable[None]]
"""Table, visitor, address, and the socket."""

SOCKET_PATH = re.compile(rf"/api/tables/({TABLE_ID})/socket")
HEALTH = ("/healthz", "/readyz", "/metrics")
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "media-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
PICTURE = "/picture.png"
OURS_ALONE = (b"cross-origin-resource-policy", b"same-origin")
"""Not for the pictures of link previews, which are made for other sites."""
SAFE_HEADERS: Headers = [
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    OURS_ALONE,
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=()"),
]
log = structlog.get_logger()


class HttpMiddleware:
    """An ASGI application: sockets go to the socket server, /api to Litestar, the rest is the page."""

    def __init__(
        self,
        registry: TableRegistry,
        reach: NetworkAccess,
        api: App,
        serve_socket: ServeSocket,
        page: StaticFiles,
    ) -> None:
        self._services = registry.services
        self._reach = reach
        self._api = api
        self._serve_socket = serve_socket
        self._page = page
        self._previews = LinkPreviews(registry)
        self._traffic = registry.traffic
        self._cookies = Cookies(registry.services.secret)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or socket."""
        if scope["type"] == "lifespan":
            await self._api(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._http(scope, receive, _with_headers(scope, send))

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        match = SOCKET_PATH.fullmatch(scope["path"])
        if match is None or not self._origin_allowed(scope, headers):
            await receive()
            await send({"type": "websocket.close", "code": 4003})  # before accepting: the client sees 403
            return
        token = await self._token(scope, headers)
        visitor = token and hash_token(token)
        await self._serve_socket(match[1], visitor, client_key(scope), scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        path, method = scope["path"], scope["method"]
        token = await self._token(scope, headers)
        refusal = self._refusal(scope, headers, token, path, method)
        if token is None and refusal in (None, NO_COOKIE) and sets_cookie(path) and path not in HEALTH:
            send = _adding(send, [self._cookies.new(is_secure(scope))])
        if method == "OPTIONS":  # no other site may call, so there is nothing to negotiate
            await _answer(send, 405, _not_found())
        elif refusal is not None:
            self._services.metrics.refusals.labels(refusal.code).inc()
            if refusal.code == "too_fast":
                await asyncio.sleep(self._traffic.rates.late_seconds)
            await _answer(send, STATUS.get(refusal.code, 400), msgspec.json.encode(refusal))
        elif path.startswith("/api/") or path in HEALTH:
            scope["visitor"] = hash_token(token or new_token())
            scope["origin"] = self._services.secret.origin(client_key(scope))
            await self._api(scope, receive, send)
        else:
            await self._file(scope, headers, send)

    async def _token(self, scope: Scope, headers: dict[bytes, bytes]) -> str | None:
        """Who calls. Looking for an old cookie costs a query, so that is counted as a request."""
        token = self._cookies.token_in(headers, is_secure(scope))
        address = client_key(scope)
        if token is not None or b"cookie" not in headers or scope["path"] in HEALTH:
            return token
        if not self._traffic.take("requests", address, address):
            return None
        with suppress(StorageUnavailableError):
            return await self._cookies.old_token_in(headers, self._services.store)
        return None

    def _refusal(
        self, scope: Scope, headers: dict[bytes, bytes], token: str | None, path: str, method: str
    ) -> Problem | None:
        probe = path in HEALTH  # they call by number, not by name
        if not probe and not self._origin_allowed(scope, headers):
            return Problem("bad_origin", "the request comes from another site", "a page of this server")
        address = client_key(scope)
        person = hash_token(token) if token else address
        kind: Kind = "requests" if probe or path.startswith("/api/") else "files"
        if not self._traffic.take(kind, person, address, cost_of(method, path)):
            return _too_fast("too many requests from you or your address")
        if path.startswith("/api/") and method == "POST" and token is None:
            return NO_COOKIE
        if makes_table(method, path) and not self._traffic.take("new_tables", person, address):
            return _too_fast("too many new tables from your address")
        if tries_code(path) and not self._traffic.take("codes", person, address):
            return _too_fast("too many codes of screens from you or your address")
        return None

    def _origin_allowed(self, scope: Scope, headers: dict[bytes, bytes]) -> bool:
        """Browsers say which site a request comes from: it must be ours. Programs need not say."""
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if not self._reach.named(host) or not self._reach.admits(scope):
            return False
        origin = headers.get(b"origin")
        if origin is None or scope.get("method") in ("GET", "HEAD"):
            return True
        return _site(origin.decode("latin-1").lower()) == host

    async def _file(self, scope: Scope, headers: dict[bytes, bytes], send: Send) -> None:
        path, method = scope["path"], scope["method"]
        if method not in ("GET", "HEAD"):
            await _answer(send, 405, _not_found())
        elif not self._page.built:
            await _answer(send, 503, NOT_BUILT, "text/plain; charset=utf-8")
        elif (file := self._page.find(path)) is None:
            await _answer(send, 404, _not_found())
        elif file.kind.startswith("text/html"):
            lang = spoken(headers.get(b"accept-language", b""))
            public = self._services.config.public_url.rstrip("/")
            base = public or _base(scope["scheme"], headers.get(b"host", b""))
            page = await self._previews.page(file, path, base, lang)
            await _send_file(_adding(send, [(b"vary", b"accept-language")]), page, headers, method)
        else:
            await _send_file(send, file, headers, method)


def _base(scheme: str, host: bytes) -> str | None:
    """Scheme and host of this server as the reader wrote them; none, if that is no host."""
    return f"{scheme}://{host.decode('latin-1')}" if HOST.fullmatch(host) else None


def _too_fast(reason: str) -> Problem:
    return Problem("too_fast", reason, "the same request, a little later")


def _not_found() -> bytes:
    return msgspec.json.encode(Problem("no_such_thing", "there is nothing here", "another address"))


def _site(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:  # brackets around what is no address
        return None


def _with_headers(scope: Scope, send: Send) -> Send:
    extra = list(SAFE_HEADERS)
    if scope["path"].endswith((PICTURE, ANY_PICTURE)):
        extra.remove(OURS_ALONE)
    if scope.get("scheme") == "https":
        extra.append((b"strict-transport-security", b"max-age=31536000"))
    if scope["path"].startswith("/api/"):
        extra.append((b"cache-control", b"no-store"))
    return _adding(send, extra)


def _adding(send: Send, extra: Iterable[tuple[bytes, bytes]]) -> Send:
    async def adding(event: MutableMapping[str, Any]) -> None:
        if event["type"] == "http.response.start":
            event["headers"] = [*event.get("headers", ()), *extra]
        await send(event)

    return adding


async def _answer(send: Send, status: int, body: bytes, kind: str = "application/json") -> None:
    headers = [(b"content-type", kind.encode()), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _send_file(send: Send, file: File, headers: dict[bytes, bytes], method: str) -> None:
    caching = b"public, max-age=31536000, immutable" if file.forever else b"no-cache, private"
    out: Headers = [(b"etag", file.tag.encode()), (b"cache-control", caching), (b"vary", b"accept-encoding")]
    if headers.get(b"if-none-match", b"").decode("latin-1") == file.tag:
        await send({"type": "http.response.start", "status": 304, "headers": out})
        await send({"type": "http.response.body", "body": b""})
        return
    body = file.body
    if file.packed is not None and b"gzip" in headers.get(b"accept-encoding", b""):
        body = file.packed
        out.append((b"content-encoding", b"gzip"))
    out += [(b"content-type", file.kind.encode()), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": out})
    await send({"type": "http.response.body", "body": b"" if method == "HEAD" else body})
