// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

#include "tessera/backend/launch.hpp"
#include "tessera/exchange/halo_field.hpp"
#include "tessera/exchange/part.hpp"
#include "tessera/exchange/ranks.hpp"

namespace tessera::detail {

/// A box of values of a field, [from, to) along storage axes.
struct HaloBox {
  int from[3], to[3];

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int extent(int axis) const { return to[axis] - from[axis]; }
  [[nodiscard]] std::int64_t values(int components) const {
    return std::int64_t{extent(0)} * extent(1) * extent(2) * components;
  }
};

/// The box of a field that the neighbour beyond a face needs (`incoming` false), or that its values fill. Along other
/// axes it holds what is already there: the values and, where readers need edges and corners, the ghosts of boundaries,
/// and the layers that were exchanged along earlier axes.
inline HaloBox halo_box(HaloField const& field, int axis, int side, bool incoming) {
  HaloBox box;
  for (int a = 0; a < 3; ++a) {
    bool const earlier = a < axis;
    int const below = earlier ? field.lo[a] : field.ruled_lo[a], above = earlier ? field.hi[a] : field.ruled_hi[a];
    box.from[a] = field.edges ? -below : 0;
    box.to[a] = field.n[a] + (field.edges ? above : 0);
  }
  int const n = field.n[axis];
  // What leaves at the high face fills layers below the neighbour's low face.
  int const depth = (side == 1) != incoming ? field.lo[axis] : field.hi[axis];
  int const begin = incoming ? (side == 0 ? -depth : n) : (side == 0 ? 0 : n - depth);
  box.from[axis] = begin;
  box.to[axis] = begin + depth;
  return box;
}

/// Copies a box of a field to dense memory or back. One work item per value, components last.
template <class Word>
struct CopyHalo {
  Word* cells;
  Word* dense;
  HaloBox box;
  std::ptrdiff_t stride_y, stride_z, stride_c;
  bool to_field;

  KOKKOS_FUNCTION void operator()(std::int64_t p) const {
    std::int64_t rest = p;
    int at[3];
    for (int a = 0; a < 3; ++a) {
      at[a] = box.from[a] + static_cast<int>(rest % box.extent(a));
      rest /= box.extent(a);
    }
    Word& value = cells[at[0] + at[1] * stride_y + at[2] * stride_z + rest * stride_c];
    if (to_field) {
      value = dense[p];
    } else {
      dense[p] = value;
    }
  }
};

/// Fills halos on an execution space: packs what neighbours need into one message for each, exchanges the messages, and
/// unpacks. Axes follow one another, x, y, z, where a reader needs edges or corners, as ghosts do; else all go at once.
template <class Exec>
class HaloExchangeOn final : public HaloExchange {
 public:
  HaloExchangeOn(Exec const& exec, GridPart const& part, Ranks const& ranks)
      : m_exec(exec), m_part(part), m_ranks(ranks) {}

  void fill(std::span<HaloField const> fields) override {
    bool const edges = std::any_of(fields.begin(), fields.end(), [](HaloField const& f) { return f.edges; });
    if (!edges) return exchange(0, 3, fields);
    for (int axis = 0; axis < 3; ++axis) exchange(axis, axis + 1, fields);
  }

 private:
  using Bytes = Kokkos::View<std::byte*, typename Exec::memory_space>;
  static constexpr bool on_host =
      Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename Exec::memory_space>::accessible;
  static constexpr std::size_t unit = 8;  ///< boxes begin on multiples of it in a message

  /// The channel for some fields along some axes, and its messages on a device.
  struct Prepared {
    std::vector<int> key;  ///< axes and quantities
    std::vector<Link> links;
    std::unique_ptr<Channel> channel;
    std::vector<Bytes> out, in;  ///< on devices
  };

  static std::size_t bytes_of(HaloField const& field, HaloBox const& box) {
    auto const bytes = static_cast<std::size_t>(box.values(field.components) * field.value_size);
    return (bytes + unit - 1) / unit * unit;
  }
  /// Calls `f(field, box)` for what goes to (`incoming` false) or comes from a peer, in the order of the message: by
  /// the axis and the sender's face, so that two ranks that are each other's neighbour twice agree.
  template <class F>
  void for_each_box(std::span<HaloField const> fields, int first, int last, int peer, bool incoming, F const& f) const {
    for (int axis = first; axis < last; ++axis) {
      for (int sender_side = 0; sender_side < 2; ++sender_side) {
        int const side = incoming ? 1 - sender_side : sender_side;
        if (m_part.neighbour[static_cast<std::size_t>(2 * axis + side)] != peer) continue;
        for (HaloField const& field : fields) f(field, halo_box(field, axis, side, incoming));
      }
    }
  }

  /// Exchanges along the axes [first, last).
  void exchange(int first, int last, std::span<HaloField const> fields) {
    if (!cut(first, last)) return;
    Prepared& with = prepared(first, last, fields);
    Channel& channel = *with.channel;
    for (std::size_t l = 0; l < with.links.size(); ++l) {
      std::span<std::byte> const leaving = channel.outgoing(l);
      copy(fields, first, last, with.links[l].peer, false, on_host ? leaving.data() : with.out[l].data());
      if constexpr (!on_host) Kokkos::deep_copy(m_exec, host_view(leaving), with.out[l]);
    }
    m_exec.fence("tessera::exchange");
    channel.start();
    channel.finish();
    for (std::size_t l = 0; l < with.links.size(); ++l) {
      std::span<std::byte> const arrived = channel.incoming(l);
      if constexpr (!on_host) Kokkos::deep_copy(m_exec, with.in[l], host_view(arrived));
      copy(fields, first, last, with.links[l].peer, true, on_host ? arrived.data() : with.in[l].data());
    }
    m_exec.fence("tessera::exchange");  // the next exchange uses the messages again
  }
  [[nodiscard]] bool cut(int first, int last) const {
    for (int axis = first; axis < last; ++axis) {
      if (m_part.cut(axis)) return true;
    }
    return false;
  }

  static auto host_view(std::span<std::byte> bytes) {
    return Kokkos::View<std::byte*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(bytes.data(),
                                                                                                bytes.size());
  }

  /// The channel for such fields. All ranks exchange the same ones, and so prepare their channels in the same order.
  Prepared& prepared(int first, int last, std::span<HaloField const> fields) {
    std::vector<int> key{first, last};
    for (HaloField const& field : fields) key.push_back(field.quantity);
    for (Prepared& one : m_prepared) {
      if (one.key == key) return one;
    }
    Prepared& made = m_prepared.emplace_back();
    made.key = std::move(key);
    made.links = links(first, last, fields);
    made.channel = m_ranks.transport().prepare(made.links);
    for (std::size_t l = 0; l < made.links.size() && !on_host; ++l) {
      made.out.emplace_back("tessera::exchange/out", made.links[l].bytes_out);
      made.in.emplace_back("tessera::exchange/in", made.links[l].bytes_in);
    }
    return made;
  }
  [[nodiscard]] std::vector<Link> links(int first, int last, std::span<HaloField const> fields) const {
    std::vector<Link> links;
    for (int face = 2 * first; face < 2 * last; ++face) {
      int const peer = m_part.neighbour[static_cast<std::size_t>(face)];
      auto const same = [&](Link const& link) { return link.peer == peer; };
      if (peer == GridPart::nobody || std::any_of(links.begin(), links.end(), same)) continue;
      Link link{peer};
      auto const add_to = [&](std::size_t& bytes) {
        return [&](HaloField const& field, HaloBox const& box) { bytes += bytes_of(field, box); };
      };
      for_each_box(fields, first, last, peer, false, add_to(link.bytes_out));
      for_each_box(fields, first, last, peer, true, add_to(link.bytes_in));
      links.push_back(link);
    }
    return links;
  }

  /// Copies the boxes of a message.
  void copy(std::span<HaloField const> fields, int first, int last, int peer, bool to_field, std::byte* message) const {
    for_each_box(fields, first, last, peer, to_field, [&](HaloField const& field, HaloBox const& box) {
      if (field.value_size == 8) copy_box<std::uint64_t>(field, box, to_field, message);
      if (field.value_size == 4) copy_box<std::uint32_t>(field, box, to_field, message);
      if (field.value_size == 2) copy_box<std::uint16_t>(field, box, to_field, message);
      if (field.value_size == 1) copy_box<std::uint8_t>(field, box, to_field, message);
      message += bytes_of(field, box);
    });
  }
  template <class Word>
  void copy_box(HaloField const& field, HaloBox const& box, bool to_field, std::byte* message) const {
    std::int64_t const count = box.values(field.components);
    if (count == 0) return;
    CopyHalo<Word> const one{reinterpret_cast<Word*>(field.cells),
                             reinterpret_cast<Word*>(message),
                             box,
                             field.stride_y,
                             field.stride_z,
                             field.stride_c,
                             to_field};
    launch_items("tessera::exchange", m_exec, count, one);
  }

  Exec m_exec;
  GridPart m_part;
  Ranks m_ranks;
  std::vector<Prepared> m_prepared;  ///< a few; not a map, at whose nodes Clang 15 ends when it compiles for HIP
};

}  // namespace tessera::detail
