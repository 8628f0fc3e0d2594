// SPDX-License-Identifier: Apache-2.0
#include "lab/small_integers.hpp"

namespace ministencil {

int random_byte(const Index3& point) {
  auto mixed = static_cast<std::uint64_t>(point.x) * 0x9E3779B97F4A7C15u ^
               static_cast<std::uint64_t>(point.y) * 0xC2B2AE3D27D4EB4Fu ^
               static_cast<std::uint64_t>(point.z) * 0x165667B19E3779F9u;
  mixed ^= mixed >> 29;
  mixed *= 0xBF58476D1CE4E5B9u;
  return static_cast<int>(mixed >> 56);
}

Eighths eighths_of(int dimensions, int radius, Weights weights) {
  Eighths e{.centre = 8 - 2 * dimensions, .radius = radius, .dimensions = dimensions};
  for (int i = 0; i < radius; ++i) {
    const bool equal = weights == Weights::equal;
    e.x[i] = i + 1;
    e.y[i] = equal ? i + 1 : i + 6;
    e.z[i] = dimensions == 2 ? 0 : equal ? i + 1 : i + 11;
  }
  return e;
}

template <class T>
Coefficients<T> coefficients_of(const Eighths& eighths) {
  Coefficients<T> c;
  c.radius = eighths.radius;
  c.dimensions = eighths.dimensions;
  c.c0 = static_cast<T>(eighths.centre) / 8;
  for (int i = 0; i < eighths.radius; ++i) {
    c.rx[i] = static_cast<T>(eighths.x[i]) / 8;
    c.ry[i] = static_cast<T>(eighths.y[i]) / 8;
    c.rz[i] = static_cast<T>(eighths.z[i]) / 8;
  }
  return c;
}

template Coefficients<float> coefficients_of(const Eighths&);
template Coefficients<double> coefficients_of(const Eighths&);

}  // namespace ministencil
