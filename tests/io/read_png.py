# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Decodes a PNG of 8-bit red, green, blue without any library and prints what is asked.

Usage: read_png.py FILE [X Y ...]: the size, then the pixel at each X Y as "r g b".
"""
import struct
import sys
import zlib


def chunks(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at = 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        yield kind, data[at + 8:at + 8 + length]
        at += 12 + length


def paeth(a, b, c):
    p = a + b - c
    return min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]


def size(parts):
    width, height, depth, colour = struct.unpack(">IIBB", parts[0][1][:10])
    assert (depth, colour) == (8, 2)
    return width, height


def decode(parts):
    width, height = size(parts)
    raw = zlib.decompress(b"".join(body for kind, body in parts if kind == b"IDAT"))
    rows, before = [], bytearray(3 * width)
    for y in range(height):
        start = y * (3 * width + 1)
        kind, row = raw[start], bytearray(raw[start + 1:start + 1 + 3 * width])
        for i in range(3 * width):
            left, corner = (row[i - 3], before[i - 3]) if i >= 3 else (0, 0)
            up = before[i]
            row[i] = (row[i] + (0, left, up, (left + up) // 2, paeth(left, up, corner))[kind]) & 255
        rows.append(row)
        before = row
    return rows


with open(sys.argv[1], "rb") as file:
    parts = list(chunks(file.read()))
print(*size(parts))
places = [int(word) for word in sys.argv[2:]]
rows = decode(parts) if places else []
for x, y in zip(places[::2], places[1::2]):
    print(*rows[y][3 * x:3 * x + 3])
