// SPDX-License-Identifier: Apache-2.0
#include "parallel/agreement.hpp"

#include <limits>
#include <optional>

namespace ministencil {

namespace {

struct Failure {
  ExitCode code;
  std::string message;
};

std::optional<Failure> failure_of(const std::function<void()>& body) {
  try {
    body();
  } catch (const Error& error) {
    return Failure{error.code(), error.what()};
  } catch (const std::bad_alloc&) {
    return Failure{ExitCode::machine, "out of host memory; use more ranks or a smaller grid"};
  } catch (const std::exception& error) {
    return Failure{ExitCode::machine, error.what()};
  }
  return {};
}

int checked_length(std::size_t length) {
  if (length > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    throw MachineError("a message of more than 2 GiB of text cannot be sent");
  }
  return static_cast<int>(length);
}

}  // namespace

int rank_of(MPI_Comm communicator) {
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  return rank;
}

int size_of(MPI_Comm communicator) {
  int size = 1;
  MPI_Comm_size(communicator, &size);
  return size;
}

void collectively(MPI_Comm communicator, const std::function<void()>& body) {
  const std::optional<Failure> failure = failure_of(body);
  const int rank = rank_of(communicator), size = size_of(communicator);
  const int mine = failure ? rank : size;
  int first = size;
  MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, communicator);
  if (first == size) return;
  int code = failure ? static_cast<int>(failure->code) : 0;
  MPI_Bcast(&code, 1, MPI_INT, first, communicator);
  std::string message = broadcast_text(communicator, first, failure ? failure->message : "");
  if (first != 0) message = "rank " + std::to_string(first) + ": " + message;
  throw AgreedError(static_cast<ExitCode>(code), message);
}

std::string broadcast_text(MPI_Comm communicator, int root, const std::string& text) {
  int length = rank_of(communicator) == root ? checked_length(text.size()) : 0;
  MPI_Bcast(&length, 1, MPI_INT, root, communicator);
  std::string received = text;
  received.resize(static_cast<std::size_t>(length));
  MPI_Bcast(received.data(), length, MPI_CHAR, root, communicator);
  return received;
}

std::vector<std::string> gather_text(MPI_Comm communicator, const std::string& text) {
  const int size = size_of(communicator);
  const bool receives = rank_of(communicator) == 0;
  const int length = checked_length(text.size());
  std::vector<int> lengths(size), offsets(size);
  MPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, communicator);
  std::size_t total = 0;
  for (int rank = 0; rank < size && receives; ++rank) {
    offsets[rank] = static_cast<int>(total);
    total += lengths[rank];
  }
  std::string all(total, '\0');
  MPI_Gatherv(text.data(), length, MPI_CHAR, all.data(), lengths.data(), offsets.data(), MPI_CHAR,
              0, communicator);
  std::vector<std::string> texts;
  for (int rank = 0; rank < size && receives; ++rank) {
    texts.push_back(all.substr(offsets[rank], lengths[rank]));
  }
  return texts;
}

}  // namespace ministencil
