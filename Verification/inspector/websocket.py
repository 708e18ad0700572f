"""The server's side of a WebSocket, as far as the inspector's page needs it."""

import base64
import hashlib
import struct

GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


def accept_key(key):
    return base64.b64encode(hashlib.sha1((key + GUID).encode()).digest()).decode()


class WebSocket:
    def __init__(self, reader, connection):
        self.reader = reader
        self.connection = connection

    def receive(self):
        """The next text message; nothing at the end."""
        while True:
            head = self.reader.read(2)
            if len(head) < 2:
                return None
            code, length = head[0] & 0x0F, head[1] & 0x7F
            if length == 126:
                length = struct.unpack(">H", self.reader.read(2))[0]
            elif length == 127:
                length = struct.unpack(">Q", self.reader.read(8))[0]
            mask = self.reader.read(4)
            payload = self.reader.read(length)
            payload = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))
            if code == 8:
                return None
            if code == 9:
                self._send(10, payload)
            elif code == 1:
                return payload.decode()

    def send(self, text):
        self._send(1, text.encode())

    def close(self, code):
        self._send(8, struct.pack(">H", code))

    def _send(self, code, payload):
        length = len(payload)
        if length < 126:
            head = struct.pack(">BB", 0x80 | code, length)
        elif length < 1 << 16:
            head = struct.pack(">BBH", 0x80 | code, 126, length)
        else:
            head = struct.pack(">BBQ", 0x80 | code, 127, length)
        self.connection.sendall(head + payload)
