// Blocks of a pcapng file.
#include "trace/pcapng_writer.h"

namespace ixsim::trace {
namespace {

constexpr std::uint32_t kSectionHeader = 0x0a0d0d0a;
constexpr std::uint32_t kInterface = 1;
constexpr std::uint32_t kEnhancedPacket = 6;
constexpr std::uint16_t kEthernet = 1;
constexpr std::uint16_t kNameOption = 2;
constexpr std::uint16_t kResolutionOption = 9;
constexpr std::uint16_t kFcsLengthOption = 13;
constexpr char kPicoseconds = 12;

class BlockText {
 public:
  explicit BlockText(std::uint32_t type) {
    word(type);
    word(0);
  }
  void word(std::uint32_t value) {
    half(static_cast<std::uint16_t>(value));
    half(static_cast<std::uint16_t>(value >> 16));
  }
  void half(std::uint16_t value) {
    text_.push_back(static_cast<char>(value & 0xff));
    text_.push_back(static_cast<char>(value >> 8));
  }
  void bytes(const char* data, std::size_t size) {
    text_.append(data, size);
    while (text_.size() % 4 != 0) text_.push_back(0);
  }
  void option(std::uint16_t code, const std::string& value) {
    half(code);
    half(static_cast<std::uint16_t>(value.size()));
    bytes(value.data(), value.size());
  }
  // The finished block: its length stands at both ends.
  const std::string& close() {
    const auto length = static_cast<std::uint32_t>(text_.size() + 4);
    word(length);
    store_le32(reinterpret_cast<std::uint8_t*>(&text_[4]), length);
    return text_;
  }

 private:
  std::string text_;
};

}  // namespace

PcapngWriter::PcapngWriter(const std::string& path, const std::vector<std::string>& interfaces)
    : file_(path) {
  BlockText section(kSectionHeader);
  section.word(0x1a2b3c4d);
  section.half(1);
  section.half(0);
  section.word(0xffffffff);
  section.word(0xffffffff);
  file_.write(section.close());
  for (const auto& name : interfaces) {
    BlockText interface(kInterface);
    interface.half(kEthernet);
    interface.half(0);
    interface.word(0);
    interface.option(kNameOption, name);
    interface.option(kResolutionOption, std::string(1, kPicoseconds));
    interface.option(kFcsLengthOption, std::string(1, 4));
    interface.option(0, "");
    file_.write(interface.close());
  }
}

void PcapngWriter::frame(std::uint32_t interface, Time time, ByteView bytes) {
  BlockText packet(kEnhancedPacket);
  packet.word(interface);
  packet.word(static_cast<std::uint32_t>(static_cast<std::uint64_t>(time) >> 32));
  packet.word(static_cast<std::uint32_t>(time));
  packet.word(static_cast<std::uint32_t>(bytes.size));
  packet.word(static_cast<std::uint32_t>(bytes.size));
  packet.bytes(reinterpret_cast<const char*>(bytes.data), bytes.size);
  file_.write(packet.close());
}

}  // namespace ixsim::trace
