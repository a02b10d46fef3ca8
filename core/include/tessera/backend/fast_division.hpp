// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <Kokkos_Macros.hpp>

namespace tessera::detail {

/// Divides numbers, 0 to 2^31 - 1, by a fixed divisor with a product and a shift. A GPU takes dozens of instructions
/// for a division, which delay the first loads of a sweep. With s the least number for which 2^s >= divisor and m =
/// ceil(2^(31 + s) / divisor), which has at most 32 bits, the quotient is floor(m number / 2^(31 + s)) (T. Granlund, P.
/// L. Montgomery, Division by invariant integers using multiplication, PLDI 1994, theorem 4.2).
class FastDivision {
 public:
  FastDivision() = default;
  /// A divisor below 1 counts as 1.
  explicit FastDivision(int divisor) : m_divisor(divisor < 1 ? 1U : static_cast<std::uint32_t>(divisor)), m_shift(31) {
    for (std::uint64_t power = 1; power < m_divisor; power *= 2) ++m_shift;
    m_factor = static_cast<std::uint32_t>(((std::uint64_t{1} << m_shift) + m_divisor - 1) / m_divisor);
  }

  /// The quotient; `number` becomes the remainder.
  KOKKOS_FORCEINLINE_FUNCTION int divide(int& number) const {
    auto const n = static_cast<std::uint32_t>(number);
    auto const quotient = static_cast<std::uint32_t>((std::uint64_t{n} * m_factor) >> m_shift);
    number = static_cast<int>(n - quotient * m_divisor);
    return static_cast<int>(quotient);
  }

 private:
  std::uint32_t m_divisor = 1;
  std::uint32_t m_factor = 1U << 31U;
  int m_shift = 31;
};

}  // namespace tessera::detail
