#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws association-order.svg and commuting-reduce.svg beside this file; docs/design.md explains what they show."""

import pathlib

INK, FAINT, PAPER = "#24292f", "#8c959f", "#ffffff"
FILLS = ["#f6d5c9", "#d99a1c", "#cfe6c8", "#c4e0ea", "#d9d2ec"]


class Picture:
    def __init__(self, width, height, title):
        self.size = (width, height)
        self.parts = [f"<title>{title}</title>", f'<rect width="{width}" height="{height}" fill="{PAPER}"/>']

    def box(self, x, y, w, h, fill=PAPER, stroke=INK):
        self.parts.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" fill="{fill}" stroke="{stroke}"/>'
        )

    def line(self, x1, y1, x2, y2, stroke=INK, dashes="", head=False):
        more = f' stroke-dasharray="{dashes}"' if dashes else ""
        more += ' marker-end="url(#head)"' if head else ""
        self.parts.append(
            f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{stroke}"{more}/>'
        )

    def text(self, x, y, words, anchor="start", size=13, weight="normal", fill=INK):
        words = words.replace("&", "&amp;").replace("<", "&lt;")
        self.parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" font-weight="{weight}" '
            f'fill="{fill}">{words}</text>'
        )

    def save(self, name):
        width, height = self.size
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" font-family="Helvetica, Arial, sans-serif">'
            '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
            f'orient="auto"><path d="M0 0L8 4L0 8z" fill="{INK}"/></marker></defs>'
        )
        path = pathlib.Path(__file__).with_name(name)
        path.write_text("\n".join([head, *self.parts, "</svg>"]) + "\n")


def draw_order():
    picture = Picture(840, 600, "From items to the chain: how an ordered scan is bracketed")
    left, width, height, step = 24, 520, 40, 116
    # name, number of parts, which part the next picture enlarges, how it is combined
    levels = [
        ("the input", 3, 1, ["Chain: groups from left to right,", "init first where there is one (left fold)"]),
        ("a group: 128 tiles, 4 to a lane", 32, 12.25, ["Lane: left fold of its 4 tiles.", "32 lanes: Kogge-Stone"]),
        ("a tile: 8 rows", 8, 3, ["Rows: Kogge-Stone.", "The last is the tile's aggregate"]),
        ("a row: 32 lanes", 32, 20, ["Lanes: Kogge-Stone.", "The last is the row's sum"]),
        ("a lane: V items, 28 of type float", 28, None, ["Items: left fold"]),
    ]
    for depth, (name, parts, zoom, rule) in enumerate(levels):
        y = 34 + depth * step
        each = width / parts
        for part in range(parts):
            fill = FILLS[depth] if part == zoom or zoom is None else PAPER
            picture.box(left + part * each, y, each, height, fill)
            if depth == 1:  # four tiles stand in each lane of a group
                for tile in range(4):
                    is_enlarged = part == int(zoom) and tile == int(zoom % 1 * 4)
                    x = left + (part + tile / 4) * each
                    picture.box(x, y, each / 4, height, FILLS[depth] if is_enlarged else "none", FAINT)
                picture.box(left + part * each, y, each, height, "none")
            if depth == 0:
                picture.text(left + (part + 0.5) * each, y + 25, f"group {part}", "middle")
        if zoom is not None:
            below = y + step
            picture.line(left + zoom * each, y + height, left, below, FAINT, "4 3")
            enlarged = 0.25 if depth == 1 else 1
            picture.line(left + (zoom + enlarged) * each, y + height, left + width, below, FAINT, "4 3")
        picture.text(left + width + 24, y + 4, name, weight="bold")
        for number, words in enumerate(rule):
            picture.text(left + width + 24, y + 23 + 18 * number, words)
    picture.text(left, 34 + 5 * step - 22, "Kogge-Stone: for d = 1, 2, 4, 8, 16: y[l] = op(y[l - d], y[l]), all l at once.")
    picture.save("association-order.svg")


def draw_reduce():
    picture = Picture(740, 430, "How a reduce whose operator commutes is bracketed")
    left, top, columns, rows, cell = 40, 60, 8, 6, 34
    picture.text(left, 28, "a chunk: 8, 16 or 32 rows of L columns, L = 1024 for type float", weight="bold")
    for row in range(rows):
        for column in range(columns):
            x, y = left + column * cell, top + row * cell
            picture.box(x, y, cell, cell, FILLS[2] if column == 2 else PAPER)
            number = "" if row >= 2 else str(column) if row == 0 else "L" if column == 0 else f"L+{column}"
            picture.text(x + cell / 2, y + 21, number, "middle", 11, fill=INK if column == 2 else FAINT)
    picture.text(left + columns * cell / 2, top + rows * cell + 18, "⋮", "middle")
    picture.line(left + 2.5 * cell, top + 2.2 * cell, left + 2.5 * cell, top + rows * cell - 6, head=True)
    words = [
        "1. A column is folded from its first row to its last:",
        "items j, j + L, j + 2L, ... from left to right.",
        "2. The columns are combined by a tree:",
        "c[j] = op(c[j], c[j + s]) for s = L/2, L/4, ..., 1.",
        "Columns that do not exist are left out.",
        "3. The chunks' results are combined by the same",
        "scheme, again and again, until one is left.",
        "4. The init is joined last: op(init, total).",
    ]
    for number, line in enumerate(words):
        picture.text(left + 340, top + 24 + 24 * number, line)
    # the tree over eight columns
    y, xs = 330, [left + (column + 0.5) * cell for column in range(columns)]
    for x in xs:
        picture.box(x - 6, y - 12, 12, 12, FILLS[2])
    stride = columns // 2
    while stride:
        for column in range(stride):
            picture.line(xs[column + stride], y + 1, xs[column] + 8, y + 23, FAINT)
            picture.line(xs[column], y + 1, xs[column], y + 17)
        y += 30
        for column in range(stride):
            picture.box(xs[column] - 6, y - 12, 12, 12, FILLS[3])
        stride //= 2
    picture.save("commuting-reduce.svg")


if __name__ == "__main__":
    draw_order()
    draw_reduce()
