// SPDX-License-Identifier: Apache-2.0
/// How the faces of a field reach other ranks. A new way is a new class beside StagedTransport.
#pragma once

namespace ministencil {

template <class T>
class Transport {
 public:
  virtual ~Transport() = default;

  /// Begins to send the faces of `field` (at owned point (0, 0, 0)) and to receive its halo.
  virtual void start(T* field) = 0;
  /// Completes it: work given to the compute queue afterwards may read the halo.
  virtual void finish(T* field) = 0;
};

}  // namespace ministencil
