#!/usr/bin/env python3
"""A server that speaks the inspector's messages for an app that is made up.

    Verification/inspector/fake_server.py [--entries NUMBER] [--port NUMBER] [--read-only] [--hostile] [--rate NUMBER]

It prints the address of the page. It serves the files of Sources/StateInspector/Page/Files as they are, so that the
page can be worked on without building anything.
"""

import argparse
import http.server
import pathlib
import secrets
import socket
import socketserver
import sys
import threading
import time
import urllib.parse

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from made_up_app import MadeUpApp, Refusal, encoded  # noqa: E402
from websocket import WebSocket, accept_key  # noqa: E402
import json  # noqa: E402

ROOT = HERE.parent.parent
FILES = ROOT / "Sources/StateInspector/Page/Files"
# The unit tests, which import the page's modules from the repository.
UNIT = HERE / "unit"
TYPES = {".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
         ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'"
PER_PAGE = 256


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.close_connection = True
        path = urllib.parse.urlsplit(self.path).path
        self.server.asked.append(self.path)
        if path == "/socket":
            self._upgrade()
            return
        file = FILES / (path[1:] or "index.html")
        if path.startswith(("/Sources/", "/Verification/")):
            file = ROOT / path[1:]
        is_there = file.parent in (FILES, UNIT) and file.is_file()
        body = file.read_bytes() if is_there else b'{"error": "This path does not exist."}'
        self.send_response(200 if is_there else 404)
        self.send_header("Content-Type", TYPES[file.suffix] if is_there else "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)

    def _upgrade(self):
        self.send_response(101)
        self.send_header("Upgrade", "websocket")
        self.send_header("Connection", "Upgrade")
        self.send_header("Sec-WebSocket-Accept", accept_key(self.headers["Sec-WebSocket-Key"]))
        self.end_headers()
        self.wfile.flush()
        self.server.sockets.add(self.connection)
        try:
            self._speak(WebSocket(self.rfile, self.connection))
        except (OSError, ValueError, KeyError):
            pass
        finally:
            self.server.sockets.discard(self.connection)

    def _speak(self, socket):
        app = self.server.app
        greeting = json.loads(socket.receive() or "{}")
        if greeting.get("token") != self.server.token:
            socket.send(encoded({"type": "error", "error": "The token is wrong."}))
            socket.close(1008)
            return
        out = threading.Lock()

        def send(message):
            with out:
                socket.send(encoded(message))

        with app.lock:
            hello = {"type": "hello", "version": 1, "session": app.session, "status": app.status(),
                     "stores": app.stores,
                     "began": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(app.began))}
        send(hello)
        news = threading.Event()
        news.set()
        ended = threading.Event()
        app.listeners.add(news)
        writer = threading.Thread(target=self._write, args=(send, greeting.get("since", 0), news, ended), daemon=True)
        writer.start()
        try:
            while (text := socket.receive()) is not None:
                request = json.loads(text)
                number, ask = request.pop("id"), request.pop("ask")
                try:
                    answer = app.answer(ask, request)
                    send({"type": "answer", "id": number, "answer": answer})
                except Refusal as refusal:
                    send({"type": "error", "id": number, "error": str(refusal)})
                except TypeError as error:
                    send({"type": "error", "id": number, "error": f"A name is unknown: {error}."})
        finally:
            ended.set()
            news.set()
            app.listeners.discard(news)

    def _write(self, send, since, news, ended):
        app = self.server.app
        number = min(since, app.number)
        status = None
        try:
            while not ended.is_set():
                news.wait()
                news.clear()
                while not ended.is_set():
                    with app.lock:
                        page = app.after(number, PER_PAGE)
                        last, gone, new = app.number, app.gone, app.status()
                    if number < gone:
                        send({"type": "skipped", "after": number, "upTo": gone})
                        number = gone
                        continue
                    if not page:
                        break
                    send({"type": "entries", "after": number, "upTo": page[-1]["number"], "last": last, "entries": page})
                    number = page[-1]["number"]
                with app.lock:
                    new = app.status()
                watched = (new.get("travel"), new["struckOut"])
                if watched != status:
                    status = watched
                    send({"type": "status", "status": new})
                time.sleep(0.04)
        except OSError:
            pass


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    allow_reuse_address = True

    def handle_error(self, *_):
        pass


class FakeServer:
    """The app and its server, which can be stopped and started again at the same address."""

    def __init__(self, app, port=0):
        self.app = app
        self.port = port
        self.token = secrets.token_hex(16)
        self.server = None
        self.asked = []
        self.stopping = threading.Event()
        self.running = None

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}/#{self.token}"

    def start(self):
        self.server = Server(("127.0.0.1", self.port), Handler)
        self.port = self.server.server_address[1]
        self.server.app, self.server.token, self.server.asked = self.app, self.token, self.asked
        self.server.sockets = set()
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
        for connection in list(self.server.sockets):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def run_app(self, rate):
        """Lets things happen, so many in a second, until `end_app`."""
        self.stopping.clear()

        def run():
            while not self.stopping.wait(1 / rate):
                self.app.happen()
        self.running = threading.Thread(target=run, daemon=True)
        self.running.start()

    def end_app(self):
        """Nothing happens any more."""
        self.stopping.set()
        if self.running:
            self.running.join()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--entries", type=int, default=2000)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--rate", type=float, default=2)
    parser.add_argument("--read-only", action="store_true")
    parser.add_argument("--hostile", action="store_true")
    options = parser.parse_args()
    app = MadeUpApp(options.entries, can_control=not options.read_only, hostile=options.hostile)
    server = FakeServer(app, options.port)
    server.start()
    print(server.url, flush=True)
    if options.rate > 0:
        server.run_app(options.rate)
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        server.stop()


if __name__ == "__main__":
    main()
