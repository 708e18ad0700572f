"""An assistant: a client of an app's Model Context Protocol server, which remembers all that it was told."""

import json

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from app_server import TIMEOUT


def http_client(app):
    return httpx2.AsyncClient(headers={"Authorization": f"Bearer {app.token}"}, timeout=TIMEOUT, trust_env=False)


class Assistant:
    """A client with the token, and what it has received."""

    def __init__(self, client):
        self.client = client
        self.received = []

    async def call(self, tool, **arguments):
        """The answer of a tool; an error of it is raised."""
        result = await self.client.call_tool(tool, arguments)
        text = result.content[0].text
        self.received.append(text)
        assert not result.is_error, f"{tool} {arguments}: {text}"
        assert json.loads(text) == result.structured_content, f"{tool}: the text differs from the structure"
        return result.structured_content

    async def refusal(self, tool, **arguments):
        result = await self.client.call_tool(tool, arguments)
        assert result.is_error, f"{tool} {arguments} was answered: {result.content[0].text[:200]}"
        return result.content[0].text


async def connected(app, mode, use):
    """What `use` returns for an assistant that is connected to an app with an address and a token."""
    async with http_client(app) as http:
        async with Client(streamable_http_client(f"{app.address}/mcp", http_client=http), mode=mode) as client:
            assistant = Assistant(client)
            return assistant, await use(assistant)
