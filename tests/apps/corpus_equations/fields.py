# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Waves, diffusion, reactions and transport."""
import numpy as np

from .differences import along, behind, central, laplacian, second


# --- waves and diffusion ---

def acoustic2(s, *, courant=0.1, damping=0.2):
    """Cohen (2002): p_tt + 2 s p_t = c^2 laplacian(p), central in time. The residual is linear in the next pressure."""
    p, old = s["pressure"], s["pressure.old"]

    def residual(new):
        slope = (new - old) / 2
        return new - 2 * p + old + 2 * damping * s["sponge"] * slope - courant * s["speed"]**2 * laplacian(p)

    at_0, at_1 = residual(0 * p), residual(0 * p + 1)
    return {"pressure": at_0 / (at_0 - at_1), "pressure.old": p}


def anisotropic19(s, *, xx=0.1, yy=0.08, zz=0.06, xy=0.03, xz=-0.02, yz=0.025):
    """u_t = div(D grad u): Weickert (1998), section 3.4."""
    u = s["temperature"]
    tensor = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]
    flow = 0
    for i in range(3):
        for j in range(3):
            flow = flow + tensor[i][j] * (second(u, i) if i == j else central(central(u, j), i))
    return {"temperature": u + flow}


# --- reactions and phases ---

def gray_scott(s, *, dt=0.1, spread_u=0.16, spread_v=0.08, feed=0.037, kill=0.06):
    """Pearson (1993): u_t = D_u laplacian(u) - u v^2 + F (1 - u), v_t = D_v laplacian(v) + u v^2 - (F + k) v."""
    u, v = s["substrate"], s["activator"]
    u_t = spread_u * laplacian(u) - u * v**2 + feed * (1 - u)
    v_t = spread_v * laplacian(v) + u * v**2 - (feed + kill) * v
    return {"substrate": u + dt * u_t, "activator": v + dt * v_t}


def cahn_hilliard(s, *, c=0.005, kappa=0.5):
    """Cahn and Hilliard (1958): u_t = laplacian(mu) with mu = f'(u) - kappa laplacian(u),
    f = (u^2 - 1)^2 / 4."""
    u = s["phase"]
    slope_of_f = np.polynomial.Polynomial([1, 0, -2, 0, 1]).deriv() / 4
    mu = slope_of_f(u) - kappa * laplacian(u)
    return {"phase": u + c * laplacian(mu), "potential": mu}


# --- transport ---

def burgers(s, *, dt=0.1, viscosity=0.3):
    """Burgers (1948): v_t + (v . grad) v = nu laplacian(v). Upwind differences are central ones with a viscosity of |v| / 2
    along each axis."""
    v = [s["velocity_" + axis] for axis in "xyz"]
    result = {}
    for name, q in zip("xyz", v):
        carried = sum(v[i] * central(q, i) - abs(v[i]) / 2 * second(q, i) for i in range(3))
        result["velocity_" + name] = q + dt * (viscosity * laplacian(q) - carried)
    return result


def parabola(q, axis, first):
    """The parabola with the means of the cells from `first` to `first` + 2: its slope and second coefficient in the middle
    of the cell, and its value on the face ahead. The mean over cell k is a + b k + c (k^2 + 1/12)."""
    k = np.arange(first, first + 3.0)
    inverse = np.linalg.inv(np.stack([k**0, k, k**2 + 1 / 12], axis=1))
    a, b, c = (sum(row[n] * along(q, axis, first + n) for n in range(3)) for row in inverse)
    return b, c, a + b / 2 + c / 4


def weno5(q, axis):
    """The value on the face ahead: Jiang and Shu (1996), section 2. The smoothness is the integral of the squares of the
    first and second derivative over the cell."""
    total, weights = 0, 0
    for first, ideal in ((-2, 1 / 10), (-1, 6 / 10), (0, 3 / 10)):
        b, c, face = parabola(q, axis, first)
        smoothness = b**2 + (2 * c)**2 / 12 + (2 * c)**2
        weight = ideal / (1e-6 + smoothness)**2
        total, weights = total + weight * face, weights + weight
    return total / weights


def advection_weno5(s, *, x=0.2, y=0.1):
    """q_t + div(v q) = 0 towards larger x and y."""
    q = s["tracer"]
    return {"tracer": q - x * behind(weno5(q, 0), 0) - y * behind(weno5(q, 1), 1)}
