# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gases, a lattice gas and electromagnetic fields."""
import numpy as np

from .differences import ahead, along, behind, curl, hessian6, shifted, slope6


# --- gases ---

def pressure(u, gamma):
    """Of the state density, momenta, energy."""
    return (gamma - 1) * (u[3] - (u[1]**2 + u[2]**2) / (2 * u[0]))


def hll(u, axis, gamma):
    """The flux through the face ahead, and which of the three cases holds: Toro (2009), section 10.3,
    with Davis's estimates of the speeds (10.5)."""
    left, right = u, np.stack([along(part, axis, 1) for part in u])
    fluxes, lows, highs = [], [], []
    for state in (left, right):
        p, v = pressure(state, gamma), state[1 + axis] / state[0]
        flux = v * state
        flux[1 + axis] += p
        flux[3] += v * p
        fluxes.append(flux)
        lows.append(v - np.sqrt(gamma * p / state[0]))
        highs.append(v + np.sqrt(gamma * p / state[0]))
    low, high = np.minimum(*lows), np.maximum(*highs)
    between = (high * fluxes[0] - low * fluxes[1] + low * high * (right - left)) / (high - low)
    case = np.where(low >= 0, 0, np.where(high <= 0, 2, 1))
    return np.choose(case, [fluxes[0], between, fluxes[1]]), case


def euler_hll(s, *, c=0.01, gamma=1.4):
    """u_t + f(u)_x + g(u)_y = 0 by finite volumes. Bounds of the operator do not act: see the test of them."""
    names = ("density", "momentum_x", "momentum_y", "energy")
    u = np.stack([s[name] for name in names])
    flows = [hll(u, axis, gamma)[0] for axis in range(2)]
    return {name: u[n] - c * sum(behind(flows[axis][n], axis) for axis in range(2)) for n, name in enumerate(names)}


COMPASS = {"rest": (0, 0), "east": (1, 0), "north": (0, 1), "west": (-1, 0), "south": (0, -1), "north_east": (1, 1),
           "north_west": (-1, 1), "south_west": (-1, -1), "south_east": (1, -1)}


def lattice_boltzmann(s, *, omega=0.5):
    """f_i(x + c_i) = f_i(x), then f_i += omega (f_i_eq - f_i): Qian, d'Humieres, Lallemand (1992), with c_s^2 = 1/3. The
    bound of the density does not act."""
    f = {name: shifted(s[name], -c[0], -c[1]) for name, c in COMPASS.items()}
    rho = sum(f.values())
    u = [sum(c[axis] * f[name] for name, c in COMPASS.items()) / rho for axis in range(2)]
    result = {}
    for name, c in COMPASS.items():
        w = {0: 4 / 9, 1: 1 / 9, 2: 1 / 36}[c[0]**2 + c[1]**2]
        cu, cs2 = c[0] * u[0] + c[1] * u[1], 1 / 3
        equilibrium = w * rho * (1 + cu / cs2 + cu**2 / (2 * cs2**2) - (u[0]**2 + u[1]**2) / (2 * cs2))
        result[name] = (1 - omega) * f[name] + omega * equilibrium
    return result


# --- Maxwell ---

def maxwell(s, *, electric=0.4, magnetic=0.4):
    """Yee (1966): E_t = curl H, then H_t = -curl E. E lies on low edges, so that curl H looks back and curl E ahead."""
    e, h = ([s[f"{kind}_{axis}"] for axis in "xyz"] for kind in ("electric", "magnetic"))
    e = [old + electric * rate for old, rate in zip(e, curl(h, behind))]
    h = [old - magnetic * rate for old, rate in zip(h, curl(e, ahead))]
    return {**{"electric_" + axis: part for axis, part in zip("xyz", e)},
            **{"magnetic_" + axis: part for axis, part in zip("xyz", h)}}


# --- Navier and Stokes ---

def gas_rates(l, v, sound2, viscosity):
    """Pekkila et al. (2017): l_t = -v . grad l - div v and v_t = -v . grad v - c^2 grad l
    + nu (laplacian(v) + grad(div v) / 3 + 2 S . grad l), S the traceless rate of strain."""
    units = np.eye(3, dtype=int)
    grad_l = [slope6(l, *unit) for unit in units]
    grad_v = np.array([[slope6(part, *unit) for unit in units] for part in v])  # [component, axis]
    div = np.trace(grad_v)
    strain = (grad_v + np.swapaxes(grad_v, 0, 1)) / 2 - np.multiply.outer(np.eye(3) / 3, div)
    rates = [-sum(v[j] * grad_l[j] for j in range(3)) - div]
    for i in range(3):
        friction = sum(hessian6(v[i], j, j) + hessian6(v[j], i, j) / 3 + 2 * strain[i, j] * grad_l[j] for j in range(3))
        rates.append(-sum(v[j] * grad_v[i, j] for j in range(3)) - sound2 * grad_l[i] + viscosity * friction)
    return np.array(rates)


def navier_stokes(s, *, dt=0.005, sound2=1.0, viscosity=0.5):
    """Three substeps of Williamson (1980) with a work array; the library has two buffers instead."""
    names = ["log_density", "velocity_x", "velocity_y", "velocity_z"]
    q, work = np.array([s[name] for name in names]), 0.0
    for alpha, beta in ((0, 1 / 3), (-5 / 9, 15 / 16), (-153 / 128, 8 / 15)):
        work = alpha * work + dt * gas_rates(q[0], q[1:], sound2, viscosity)
        q = q + beta * work
    return dict(zip(names, q))
