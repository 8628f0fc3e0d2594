// SPDX-License-Identifier: Apache-2.0
#include "halo/staged_transport.hpp"

#include <limits>

#include "core/error.hpp"
#include "parallel/agreement.hpp"

namespace ministencil {

namespace {

template <class T>
MPI_Datatype mpi_type() {
  if constexpr (sizeof(T) == 4) {
    return MPI_FLOAT;
  } else {
    return MPI_DOUBLE;
  }
}

int message_count(const Box& box) {
  if (box.points() <= std::numeric_limits<int>::max()) return static_cast<int>(box.points());
  throw InputError("decomposition: a face of " + std::to_string(box.points()) +
                   " points exceeds what one MPI message holds; use more ranks across it");
}

}  // namespace

template <class T>
StagedTransport<T>::StagedTransport(MPI_Comm communicator, Backend<T>& backend,
                                    const LocalBlock& block, const HaloPlan& plan)
    : backend_(backend), block_(block) {
  for (const Message& message : plan.messages) {
    faces_.push_back({message, backend.allocate_staging(message.sent.points()),
                      backend.allocate_staging(message.received.points())});
  }
  for (Face& face : faces_) {
    MPI_Recv_init(face.received.host.get(), message_count(face.message.received), mpi_type<T>(),
                  face.message.neighbour, face.message.receive_tag, communicator,
                  &requests_.emplace_back());
  }
  for (Face& face : faces_) {
    MPI_Send_init(face.sent.host.get(), message_count(face.message.sent), mpi_type<T>(),
                  face.message.neighbour, face.message.send_tag, communicator,
                  &requests_.emplace_back());
  }
}

template <class T>
StagedTransport<T>::~StagedTransport() {
  for (MPI_Request& request : requests_) MPI_Request_free(&request);
}

template <class T>
void StagedTransport<T>::start(T* field) {
  if (faces_.empty()) return;
  backend_.order(Queue::compute, Queue::halo);  // the sweep that wrote the faces
  for (Face& face : faces_) {
    backend_.pack_message(Queue::halo, field, block_, face.message.sent, face.sent);
  }
  // A device packs while the caller launches the interior: then the messages begin in finish().
  if (!backend_.asynchronous()) begin_messages();
}

template <class T>
void StagedTransport<T>::begin_messages() {
  backend_.wait(Queue::halo);  // packed; and what arrived last time is unpacked
  MPI_Startall(static_cast<int>(requests_.size()), requests_.data());
  begun_ = true;
}

template <class T>
void StagedTransport<T>::finish(T* field) {
  if (faces_.empty()) return;
  if (!begun_) begin_messages();
  MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
  begun_ = false;
  for (Face& face : faces_) {
    backend_.unpack_message(Queue::halo, field, block_, face.message.received, face.received);
  }
  backend_.order(Queue::halo, Queue::compute);
}

template class StagedTransport<float>;
template class StagedTransport<double>;

}  // namespace ministencil
