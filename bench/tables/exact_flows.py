# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exact solutions of the shallow water equations, as NumPy functions of the cell centres."""
import numpy

GRAVITY = 9.81


class SimpleWave:
    """A smooth wave on a periodic channel that runs to the right without having broken: of the two characteristics only
    u + c carries anything, u = 2 (c - c0), so that c is what it was where the characteristic came from."""

    length, end, still, height = 10.0, 1.0, 1.0, 0.05

    def celerity(self, x):
        c0 = numpy.sqrt(GRAVITY * self.still)
        return c0 * (1 + self.height * numpy.sin(2 * numpy.pi * x / self.length))

    def state(self, x, t):
        """Depth and discharge: Newton's iteration for the place x - (u + c) t that the characteristic came from."""
        c0 = numpy.sqrt(GRAVITY * self.still)
        slope = 2 * numpy.pi / self.length
        origin = x.copy()
        for _ in range(50):
            miss = origin + (3 * self.celerity(origin) - 2 * c0) * t - x
            origin -= miss / (1 + 3 * t * c0 * self.height * slope * numpy.cos(slope * origin))
        c = self.celerity(origin)
        return c**2 / GRAVITY, c**2 / GRAVITY * 2 * (c - c0)


class Stoker:
    """A dam breaks onto shallow water (J. Stoker, Water Waves, 1957; SWASHES 4.1.1)."""

    length, dam, end, high, low = 10.0, 5.0, 6.0, 0.005, 0.001

    def middle_celerity(self):
        """Between the rarefaction and the shock, by bisection of the condition at the shock."""
        left, right = numpy.sqrt(GRAVITY * self.high), numpy.sqrt(GRAVITY * self.low)

        def condition(c):
            return -8 * right**2 * c**2 * (left - c) ** 2 + (c**2 - right**2) ** 2 * (c**2 + right**2)

        low, high = right, left
        for _ in range(200):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if condition(middle) < 0 else (low, middle)
        return low

    def depth(self, x, t):
        left, right, middle = numpy.sqrt(GRAVITY * self.high), numpy.sqrt(GRAVITY * self.low), self.middle_celerity()
        shock = 2 * middle**2 * (left - middle) / (middle**2 - right**2)
        speed = (x - self.dam) / t
        fan = 4 / (9 * GRAVITY) * (left - speed / 2) ** 2
        behind = numpy.where(speed < 2 * left - 3 * middle, fan, middle**2 / GRAVITY)
        return numpy.where(speed < -left, self.high, numpy.where(speed < shock, behind, self.low))


class Thacker:
    """Water swings in a round bowl (W. Thacker, J. Fluid Mech. 107, 1981; SWASHES 4.2.2.1)."""

    length, radius, deepest, waterline = 4.0, 1.0, 0.1, 0.8
    end = 2 * numpy.pi / numpy.sqrt(8 * GRAVITY * 0.1)  # one period

    def depth(self, x, y, t):
        a2, r2 = self.radius**2, (x - self.length / 2) ** 2 + (y - self.length / 2) ** 2
        part = (a2 - self.waterline**2) / (a2 + self.waterline**2)
        swing = 1 - part * numpy.cos(numpy.sqrt(8 * GRAVITY * self.deepest) / self.radius * t)
        level = numpy.sqrt(1 - part**2) / swing - 1 - r2 / a2 * ((1 - part**2) / swing**2 - 1)
        return numpy.maximum(self.deepest * (level + 1 - r2 / a2), 0)
