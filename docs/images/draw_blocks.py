#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws arrangements.svg, decode-windows.svg and tile-state.svg beside this file, for docs/block-primitives.md."""

from draw import FAINT, FILLS, INK, PAPER, Picture


def draw_arrangements():
    """Eight threads in warps of four, where a device's have 32, with three items each."""
    threads, warp, each, cell = 8, 4, 3, 31
    items = threads * each
    orders = [
        ("blocked", "thread t holds items 3t, 3t + 1, 3t + 2", lambda i: i // each),
        ("striped", "thread t holds items t, t + 8, t + 16", lambda i: i % threads),
        ("warp-striped", "each warp holds 12 neighbours, striped", lambda i: i // (warp * each) * warp + i % warp),
    ]
    picture = Picture(items * cell + 48, 330, "Which thread holds which item")
    fills = [FILLS[t % len(FILLS)] for t in range(warp)]
    left = 24
    for number, (name, words, thread_of) in enumerate(orders):
        top = 44 + number * 94
        picture.text(left, top - 12, name, weight="bold")
        picture.text(left + 110, top - 12, words, fill=FAINT)
        for item in range(items):
            thread = thread_of(item)
            picture.box(left + item * cell, top, cell, cell, fills[thread % warp])
            picture.text(left + (item + 0.5) * cell, top + 21, f"t{thread}", "middle", 12)
            picture.text(left + (item + 0.5) * cell, top + cell + 14, str(item), "middle", 10, fill=FAINT)
    picture.text(left, 322, "Small numbers: items in memory. In the boxes: the thread that holds them.", fill=FAINT)
    picture.save("arrangements.svg")


def draw_windows():
    """Runs with empty ones among them, decoded window by window."""
    lengths, window, cell = [0, 3, 0, 0, 5, 1, 7, 0], 4, 38
    values = "abcdefgh"
    items = [(run, rank) for run, length in enumerate(lengths) for rank in range(length)]
    picture = Picture(len(items) * cell + 60, 330, "Runs of a block, decoded window by window")
    left, top = 24, 46
    picture.text(left, top - 14, "each thread's runs: values and lengths, two a thread", weight="bold")
    for run, length in enumerate(lengths):
        x = left + run * 62
        picture.box(x, top, 62, 30, FILLS[run % len(FILLS)] if length else PAPER)
        picture.text(x + 31, top + 20, f"{values[run]} × {length}", "middle", fill=INK if length else FAINT)
        if run % 2 == 0:
            picture.text(x + 62, top + 46, f"thread {run // 2}", "middle", 11, fill=FAINT)
            picture.line(x + 2, top + 33, x + 122, top + 33, FAINT)
    top += 96
    picture.text(left, top - 14, f"decoded size {len(items)}", weight="bold")
    for place, (run, rank) in enumerate(items):
        x = left + place * cell
        picture.box(x, top, cell, 30, FILLS[run % len(FILLS)])
        picture.text(x + cell / 2, top + 20, values[run], "middle")
        picture.text(x + cell / 2, top + 46, str(rank), "middle", 11, fill=FAINT)
    picture.text(left + len(items) * cell + 6, top + 46, "rank", size=11, fill=FAINT)
    top += 92
    for number, begin in enumerate(range(0, len(items), window)):
        end = min(begin + window, len(items))
        x, y, width = left + begin * cell, top, (end - begin) * cell
        picture.line(x, top - 34, x, top - 8, FAINT, "3 3")
        picture.box(x + 2, y, width - 4, 30, PAPER)
        picture.text(x + width / 2, y + 20, f"decode({begin})", "middle")
    picture.text(left, top + 58, f"A window is {window} items here: Threads × DecodedItemsPerThread, in registers, blocked.")
    picture.text(left, top + 78, "It may begin anywhere, and be asked for again. Empty runs take no place.")
    picture.save("decode-windows.svg")


def draw_tile_state():
    """Tiles taken in order; a block publishes, and folds what came before."""
    picture = Picture(800, 300, "What stands before a tile")
    left, top, width = 24, 56, 108
    picture.text(left, 28, "tiles, taken in order by next()", weight="bold")
    sums = [3, 5, 1, 4, 2, None, None]
    for tile, value in enumerate(sums):
        x = left + tile * width
        mine = tile == 4
        picture.box(x, top, width, 44, FILLS[1] if mine else FILLS[2] if value is not None else PAPER)
        picture.text(x + width / 2, top + 27, f"tile {tile}", "middle", weight="bold" if mine else "normal")
        y = top + 84
        picture.box(x + 14, y, width - 28, 34, FILLS[3] if value is not None else PAPER)
        picture.text(x + width / 2, y + 22, "–" if value is None else str(value), "middle")
        if value is not None:
            picture.line(x + width / 2, top + 46, x + width / 2, y - 3, head=True)
    picture.text(left + width / 2 + 8, top + 70, "publish()", size=12, fill=FAINT)
    y = top + 84 + 34
    picture.text(left, y + 22, "tile states in device memory: an aggregate for each tile, or nothing yet", size=12, fill=FAINT)
    x = left + 4.5 * width
    for tile in range(4):
        picture.line(left + (tile + 0.5) * width, y + 32, x - 40, y + 66, FAINT, "4 3")
    picture.box(x - 36, y + 56, 72, 34, FILLS[1])
    picture.text(x, y + 78, "13", "middle", weight="bold")
    picture.text(x + 50, y + 72, "prefix(4, 2): waits until the states of", size=12)
    picture.text(x + 50, y + 88, "tiles 0 to 3 are there, and folds them", size=12)
    picture.save("tile-state.svg")


if __name__ == "__main__":
    draw_arrangements()
    draw_windows()
    draw_tile_state()
