# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Differences on periodic arrays in (z, y, x) order at a spacing of 1."""
import numpy as np


def shifted(u, *offset):
    """The values at `offset` from every cell, in the order x, y, z."""
    return np.roll(u, [-d for d in reversed(offset)], axis=tuple(range(u.ndim)))


def along(u, axis, d):
    """The values `d` cells ahead along `axis`: 0 is x."""
    return np.roll(u, -d, axis=u.ndim - 1 - axis)


def ahead(u, axis):
    """The difference to the next cell."""
    return along(u, axis, 1) - u


def behind(u, axis):
    """The difference to the cell before."""
    return u - along(u, axis, -1)


def central(u, axis):
    """The slope, of second order."""
    return (ahead(u, axis) + behind(u, axis)) / 2


def second(u, axis):
    """The second derivative, of second order."""
    return ahead(behind(u, axis), axis)


def laplacian(u):
    """The sum of second differences along all axes."""
    return sum(second(u, axis) for axis in range(u.ndim))


def curl(v, difference):
    """The curl of three fields, by `ahead` or `behind`."""
    return [difference(v[(i + 2) % 3], (i + 1) % 3) - difference(v[(i + 1) % 3], (i + 2) % 3) for i in range(3)]


def slope6(u, *direction):
    """The derivative along `direction` in steps of it, of sixth order. Source: Brandenburg (2003), appendix."""
    weights = (3 / 4, -3 / 20, 1 / 60)
    return sum(w * (shifted(u, *[(n + 1) * d for d in direction]) - shifted(u, *[-(n + 1) * d for d in direction]))
               for n, w in enumerate(weights))


def bend6(u, *direction):
    """The second derivative along `direction`, of sixth order. Source: as above."""
    weights = (3 / 2, -3 / 20, 1 / 90)
    return -49 / 18 * u + sum(
        w * (shifted(u, *[(n + 1) * d for d in direction]) + shifted(u, *[-(n + 1) * d for d in direction]))
        for n, w in enumerate(weights))


def hessian6(u, i, j):
    """d2u/dx_i dx_j; the mixed ones are a quarter of the difference between the two diagonals."""
    unit = np.eye(3, dtype=int)
    if i == j:
        return bend6(u, *unit[i])
    return (bend6(u, *(unit[i] + unit[j])) - bend6(u, *(unit[i] - unit[j]))) / 4
