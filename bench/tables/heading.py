# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a result was measured on, in a line or a few."""


def copy_text(results, space):
    roof = results.roof(space)
    return f", copy {roof * 1e-9:.0f} GB/s" if roof else ""


def title(results):
    """The lines above tables in a terminal and above figures."""
    context = results.context
    lines = []
    if results.device_space:
        lines.append(f"GPU: {context['device']}, {results.device_space}" + copy_text(results, results.device_space))
    lines.append(f"CPU: {context['host']}, {results.host_space}, {context['threads']} threads" +
                 copy_text(results, results.host_space))
    lines.append(f"Tessera {context['tessera']} ({results.source})")
    lines.append(f"Kokkos {context['kokkos']}, {context['compiler']}")
    return "\n".join(lines)


def machine(results):
    """The line above tables in a document."""
    context = results.context
    cpu = f"{context['threads']} threads of {context['host']}{copy_text(results, results.host_space)}"
    if results.device_space is None:
        return cpu
    return f"{context['device']}{copy_text(results, results.device_space)}; {cpu}"
