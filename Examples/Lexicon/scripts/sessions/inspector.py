"""What a script asks a running app."""

import json
import re
import time
import urllib.error
import urllib.request

from checks import TIMEOUT, Failure, check


class Inspector:
    """The JSON API of the app's inspector."""

    def __init__(self, errors):
        """Waits for the address, which the app writes to a file with its errors."""
        end = time.monotonic() + TIMEOUT
        while not (found := re.findall(r"(http://127\.0\.0\.1:\d+)/#(\S+)\n", errors.read_text())):
            if time.monotonic() > end:
                raise Failure(f"the app does not tell the inspector's address\n{errors.read_text()}")
            time.sleep(0.02)
        self.address, self.token = found[-1]

    def ask(self, name, body=None, **headers):
        """The status and the answer; with a body it is a POST."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json", **headers}
        request = urllib.request.Request(f"{self.address}/api/{name}", data, headers)
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def get(self, name):
        status, answer = self.ask(name)
        check(f"GET {name}", status == 200, f"{status} {answer}")
        return answer

    def post(self, name, **body):
        status, answer = self.ask(name, body)
        check(f"POST {name}", status == 200, f"{status} {answer}")
        return answer

    def letter(self, store, query):
        """The entry behind which so much is typed in the search."""
        changes = self.get(f"entries?store={store}&kind=change&name=query&limit=1000")["entries"]
        return next(entry["number"] for entry in changes if f'→ "{query}"' in entry["text"])

    def search(self):
        """The search's store."""
        return next(store["id"] for store in self.get("stores")["stores"]
                    if store["name"] == "SearchFeature")
