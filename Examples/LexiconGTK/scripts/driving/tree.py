"""The widgets of the app, as it describes them itself."""


class Node:
    def __init__(self, description, parent=None):
        self.type = description["type"]
        self.name = description.get("name")
        self.text = description.get("text")
        self.underlined = description["underlinedTexts"]
        self.styles = description["styles"]
        self.is_sensitive = description["isSensitive"]
        left, top, width, height = description["bounds"] or (0, 0, 0, 0)
        self.area = left, top, left + width, top + height
        self.parent = parent
        self.children = [Node(child, self) for child in description["children"]]

    def __iter__(self):
        yield self
        for child in self.children:
            yield from child

    def all(self, type=None, name=None, text=None, style=None):
        """The widgets in here with these properties, in the order in which they are read."""
        return [
            node for node in self
            if (type is None or node.type == type) and (name is None or node.name == name)
            and (text is None or node.text == text) and (style is None or style in node.styles)
        ]

    def find(self, **properties):
        found = self.all(**properties)
        return found[0] if found else None

    @property
    def texts(self):
        return [node.text for node in self if node.text and node.type == "GtkLabel"]

    @property
    def seen(self):
        """The part of the widget's area that is not scrolled away."""
        area = self.area
        node = self.parent
        while node:
            area = tuple(
                choose(edge, outer)
                for choose, edge, outer in zip((max, max, min, min), area, node.area)
            )
            node = node.parent
        return area

    @property
    def is_seen(self):
        left, top, right, bottom = self.seen
        return right - left >= 1 and bottom - top >= 1

    def __str__(self):
        return "\n".join(self.lines())

    def lines(self, depth=0):
        what = [self.type, self.name and f"name={self.name!r}", self.text and f"text={self.text!r}",
                self.underlined and f"underlined={self.underlined!r}",
                None if self.is_sensitive else "insensitive", " ".join(self.styles)]
        yield "  " * depth + " ".join(part for part in what if part)
        for child in self.children:
            yield from child.lines(depth + 1)
