// The parts of the MAC, each alone, against tables and closed forms of IEEE 802.3 (clause 4.2.9,
// clause 46.3.1.4, annex 31B), IEEE 802.1Qbb and the 82598's registers: the receive check, the transmit MAC's
// starts and stops, PAUSE of the receive buffer, the link, the LEDs, the management interface and the clock.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <vector>

#include "base/random.h"
#include "nic/mac/analog_registers.h"
#include "nic/mac/flow_control.h"
#include "nic/mac/leds.h"
#include "nic/mac/link.h"
#include "nic/mac/mdio.h"
#include "nic/mac/receive_check.h"
#include "nic/mac/time_sync.h"
#include "nic/mac/tx_mac.h"
#include "nic/profile/device_identity.h"
#include "nic/receive/rx_mac.h"

namespace ixsim::test {
namespace {

ReceiveStatus checked(const Frame& frame, const MacSettings& settings) {
  ReceiveStatus status;
  check_frame(frame, settings, status);
  return status;
}

constexpr Time kLane = 3'200;      // four bytes at 10 Gb/s
constexpr Time kQuantum = 51'200;  // 512 bit times
constexpr std::uint8_t kPauseTo[6] = {0x01, 0x80, 0xc2, 0x00, 0x00, 0x01};
constexpr std::uint8_t kMacAddress[6] = {0x00, 0x1b, 0x21, 0x11, 0x22, 0x33};

// A frame of `size` bytes with FCS, whose type field is `type`, behind a tag if `tagged`.
FrameRef frame_with(std::size_t size, std::uint16_t type, bool tagged = false, bool good = true) {
  std::vector<std::uint8_t> bytes(size - kFcsSize, 0x5a);
  if (tagged && bytes.size() >= 16) store_be16(bytes.data() + 12, 0x8100);
  const std::size_t at = tagged ? 16 : 12;
  if (bytes.size() >= at + 2) store_be16(bytes.data() + at, type);
  FrameRef frame = make_frame_with_fcs({bytes.data(), bytes.size()});
  if (good) return frame;
  std::vector<std::uint8_t> damaged(frame->bytes().begin(), frame->bytes().end());
  damaged[20] ^= 1;
  return make_frame({damaged.data(), damaged.size()});
}

// --- The receive check.

TEST(MacCheck, SizesToTheByte) {
  struct Case {
    std::size_t size;
    bool tagged, undersize, oversize;
  };
  for (const std::uint32_t longest : {1'518u, 9'018u}) {
    for (const Case& c : {Case{63, false, true, false},
                          {64, false, false, false},
                          {64, true, false, false},
                          {63, true, true, false},
                          {longest, false, false, false},
                          {longest + 1, false, false, true},
                          {longest + 1, true, false, false},
                          {longest + 4, true, false, false},
                          {longest + 5, true, false, true}}) {
      SCOPED_TRACE(testing::Message() << c.size << ' ' << c.tagged);
      MacSettings settings;
      settings.max_frame = longest;
      const ReceiveStatus v = checked(*frame_with(c.size, 0x0800, c.tagged), settings);
      EXPECT_EQ(v.undersize, c.undersize);
      EXPECT_EQ(v.oversize, c.oversize);
      EXPECT_FALSE(v.crc || v.symbol || v.length || v.consumed);
      EXPECT_EQ(v.error(), c.undersize || c.oversize);
      EXPECT_TRUE(checked(*frame_with(c.size, 0x0800, c.tagged, false), settings).crc);
      // A tag that does not match VLNCTRL.VET does not allow four bytes more.
      settings.vlan_ethertype = 0x88a8;
      EXPECT_EQ(checked(*frame_with(c.size, 0x0800, c.tagged), settings).oversize, c.size > longest);
    }
  }
}

// A length field must equal the length of the data. In a frame of the minimum size, padding accounts for the
// rest.
TEST(MacCheck, LengthFields) {
  struct Case {
    std::size_t data;  // bytes behind the length field, without FCS
    std::uint16_t field;
    bool wrong;
  };
  for (const bool tagged : {false, true}) {
    for (const Case& c : {Case{100, 100, false},
                          {100, 99, true},
                          {100, 101, true},
                          {100, 0, true},
                          {46, 46, false},
                          {46, 45, false},
                          {46, 0, false},
                          {46, 47, true},
                          {47, 46, true},
                          {47, 47, false},
                          {47, 48, true},
                          {1'500, 1'500, false},
                          {1'500, 1'499, true},
                          {100, 1'500, true},
                          {100, 1'501, false},
                          {100, 1'536, false}}) {
      SCOPED_TRACE(testing::Message() << c.data << ' ' << c.field << ' ' << tagged);
      MacSettings settings;
      const FrameRef frame = frame_with(c.data + 18 + (tagged ? 4 : 0), c.field, tagged);
      EXPECT_EQ(checked(*frame, settings).length, c.wrong);
      EXPECT_EQ(checked(*frame, settings).error(), c.wrong);
      settings.check_length = false;
      EXPECT_FALSE(checked(*frame, settings).length);
    }
  }
  // No other error is reported for a frame that is too short.
  EXPECT_FALSE(checked(*frame_with(60, 1'000), MacSettings()).length);
  for (std::size_t size = 5; size < 24; ++size)
    EXPECT_TRUE(checked(*frame_with(size, 7), MacSettings()).undersize);
}

// A frame of `size` bytes with FCS: a tag of type `outer` in front if that is not 0, the other tag if
// `inner`, and then the type or length field.
FrameRef twice_tagged(std::size_t size, std::uint16_t outer, bool inner, std::uint16_t field = 0x0800) {
  std::vector<std::uint8_t> bytes(size - kFcsSize, 0x5a);
  std::size_t at = 12;
  const auto put = [&](std::uint16_t value, std::size_t step) {
    if (bytes.size() >= at + 2) store_be16(bytes.data() + at, value);
    at += step;
  };
  if (outer != 0) put(outer, 4);
  if (inner) put(0x8100, 4);
  put(field, 2);
  return make_frame_with_fcs({bytes.data(), bytes.size()});
}

// Each tag allows four bytes more, and a length field is behind both. A frame whose outer tag has another
// type has none.
TEST(MacCheck, TwoTags) {
  constexpr std::uint16_t kOuter = 0x88a8, kOther = 0x9100;
  struct Case {
    std::size_t size;
    std::uint16_t outer;
    bool inner, undersize, oversize;
  };
  MacSettings settings;
  settings.outer_ethertype = kOuter;
  for (const Case& c : {Case{1'518, 0, false, false, false},
                        {1'519, 0, false, false, true},
                        {1'522, 0, true, false, false},
                        {1'523, 0, true, false, true},
                        {1'522, kOuter, false, false, false},
                        {1'523, kOuter, false, false, true},
                        {1'526, kOuter, true, false, false},
                        {1'527, kOuter, true, false, true},
                        {1'518, kOther, true, false, false},
                        {1'519, kOther, true, false, true},
                        {64, kOuter, true, false, false},
                        {63, kOuter, true, true, false}}) {
    SCOPED_TRACE(testing::Message() << c.size << ' ' << c.outer << ' ' << c.inner);
    settings.double_vlan = true;
    const FrameRef frame = twice_tagged(c.size, c.outer, c.inner);
    const ReceiveStatus status = checked(*frame, settings);
    EXPECT_EQ(status.outer_tag, c.outer == kOuter);
    EXPECT_EQ(status.undersize, c.undersize);
    EXPECT_EQ(status.oversize, c.oversize);
    EXPECT_FALSE(status.crc || status.symbol || status.length || status.consumed);
    settings.double_vlan = false;
    EXPECT_FALSE(checked(*frame, settings).outer_tag);
    if (c.outer != 0) {
      EXPECT_EQ(checked(*frame, settings).oversize, c.size > 1'518);
    }
  }
  struct Length {
    std::size_t data;  // bytes behind the length field, without FCS
    std::uint16_t field;
    bool wrong;
  };
  settings.double_vlan = true;
  for (const bool inner : {false, true}) {
    for (const Length& c : {Length{100, 100, false},
                            {100, 99, true},
                            {100, 101, true},
                            {46, 0, false},
                            {46, 47, true},
                            {47, 46, true},
                            {47, 47, false},
                            {1'500, 1'500, false}}) {
      const FrameRef frame = twice_tagged(c.data + 22 + (inner ? 4 : 0), kOuter, inner, c.field);
      EXPECT_EQ(checked(*frame, settings).length, c.wrong) << inner << ' ' << c.data << ' ' << c.field;
    }
  }
  // A frame too short for the tag has none: header and tag are 18 bytes.
  for (std::size_t size = 17; size < 30; ++size)
    EXPECT_EQ(checked(*twice_tagged(size, kOuter, true), settings).outer_tag, size >= 18 + kFcsSize) << size;
}

FrameRef control(const std::uint8_t* to, std::uint16_t opcode, std::uint16_t time = 0x1234) {
  std::uint8_t bytes[60] = {};
  std::copy_n(to, 6, bytes);
  store_be16(bytes + 12, 0x8808);
  store_be16(bytes + 14, opcode);
  store_be16(bytes + 16, time);
  return make_frame_with_fcs({bytes, sizeof bytes});
}

// MAC control: acted on if it is for us and of a kind that is taken. DPF keeps every PAUSE for us from the
// host, if a kind is taken at all; PMCF lets the others through. Source: 82598 datasheet 3.1.4.5.2.
TEST(MacCheck, ControlFrames) {
  const std::uint8_t other[6] = {0x02, 0, 0, 0, 0, 9};
  const std::uint8_t group[6] = {0x01, 0x80, 0xc2, 0x00, 0x00, 0x02};
  const std::uint8_t near[6] = {0x00, 0x1b, 0x21, 0x11, 0x22, 0x34};  // the last byte differs from our own
  for (unsigned bits = 0; bits < 16; ++bits) {
    MacSettings settings;
    std::copy_n(kMacAddress, 6, settings.mac_address);
    settings.accept_pause = (bits & 1) != 0;
    settings.accept_priority_pause = (bits & 2) != 0;
    settings.discard_pause = (bits & 4) != 0;
    settings.pass_control = (bits & 8) != 0;
    for (const std::uint8_t* to : {kPauseTo, kMacAddress, other, group, near}) {
      for (const unsigned code : {0x0001u, 0x0101u, 0x0002u, 0x0000u, 0x0100u}) {
        const auto opcode = static_cast<std::uint16_t>(code);
        SCOPED_TRACE(testing::Message() << bits << ' ' << int{to[5]} << ' ' << opcode);
        const bool ours = to == kPauseTo || to == kMacAddress;
        const bool link = ours && opcode == 1 && settings.accept_pause;
        const bool priority = ours && opcode == 0x0101 && settings.accept_priority_pause;
        const bool is_pause = ours && (opcode == 1 || opcode == 0x0101);
        const bool discarded = is_pause && settings.discard_pause && (bits & 3) != 0;
        const ReceiveStatus v = checked(*control(to, opcode), settings);
        EXPECT_EQ(v.pause, link ? PauseKind::kLink : priority ? PauseKind::kPriority : PauseKind::kNone);
        EXPECT_EQ(v.pause_time, link ? 0x1234 : 0);
        EXPECT_EQ(v.consumed, discarded || (!link && !priority && !settings.pass_control));
        EXPECT_FALSE(v.error());
      }
    }
    // A bad one says nothing, and is no control frame either.
    const FrameRef intact = control(kPauseTo, 1);
    std::vector<std::uint8_t> bytes(intact->bytes().begin(), intact->bytes().end());
    bytes[30] ^= 1;
    const ReceiveStatus bad = checked(*make_frame({bytes.data(), bytes.size()}), settings);
    EXPECT_EQ(bad.pause, PauseKind::kNone);
    EXPECT_FALSE(bad.consumed);
    EXPECT_FALSE(checked(*frame_with(64, 0x8809), settings).consumed);
  }
}

TEST(MacCheck, PriorityPauseNeedsAllItsTimes) {
  std::uint8_t bytes[60] = {};
  bytes[17] = 0xa5;
  for (unsigned i = 0; i < 8; ++i) store_be16(bytes + 18 + 2 * i, static_cast<std::uint16_t>(0x100 * i + 7));
  std::array<std::uint16_t, 8> quanta{};
  EXPECT_EQ(priority_pause({bytes, 33}, quanta), 0);
  for (const std::size_t size : {34u, 60u}) {
    EXPECT_EQ(priority_pause({bytes, size}, quanta), 0xa5);
    for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(quanta[i], 0x100 * i + 7);
  }
}

// --- The registers behind the receive check. Each write counts for the next frame.

struct CheckedPort {
  explicit CheckedPort(const char* device) : profile(device_profile(device)) {}
  ReceiveStatus check(const FrameRef& frame) const {
    ReceiveStatus status;
    mac.check(*frame, status);
    return status;
  }
  const DeviceProfile& profile;
  RegisterFile registers{profile.registers};
  RxMac mac{registers, profile};
};
constexpr std::uint32_t kHlreg0 = 0x04240, kMhadd = 0x04268, kVlnctrl = 0x05088, kFctrl = 0x05080;

TEST(MacRegisters, TheLongestFrameIsThatOfMhaddWithJumboenAlone) {
  constexpr std::uint32_t kPlain = 0x08012C0B, kJumbo = 0x08012C0F;
  struct Case {
    std::uint32_t hlreg0, mfs, longest;
  };
  for (const char* device : {"82598", "82599"}) {
    CheckedPort port(device);
    for (const Case& c : {Case{kPlain, 9'018, 1'518},
                          {kPlain, 1'000, 1'518},
                          {kJumbo, 9'018, 9'018},
                          {kJumbo, 1'000, 1'000},
                          {kJumbo, 8'192, 8'192},
                          {kJumbo, 16'382, 16'382},
                          {kJumbo, 16'383, 16'383},
                          {kJumbo, 16'384, 16'383},
                          {kJumbo, 0xffff, 16'383}}) {
      SCOPED_TRACE(testing::Message() << device << ' ' << c.mfs << ' ' << c.longest);
      // Either register may be the last.
      for (const bool length_last : {false, true}) {
        port.registers.write(kMhadd, length_last ? 2'000u << 16 : c.mfs << 16);
        port.registers.write(kHlreg0, c.hlreg0);
        if (length_last) port.registers.write(kMhadd, c.mfs << 16);
        EXPECT_FALSE(port.check(frame_with(c.longest, 0x88b5)).oversize);
        EXPECT_TRUE(port.check(frame_with(c.longest + 1, 0x88b5)).oversize);
        EXPECT_FALSE(port.check(frame_with(c.longest + 4, 0x88b5, true)).oversize);
        EXPECT_TRUE(port.check(frame_with(c.longest + 5, 0x88b5, true)).oversize);
      }
    }
    // A reset, whose registers the MAC reads again.
    port.registers.reset(RegisterFile::Reset::kSoftware);
    port.mac.update(0);
    EXPECT_FALSE(port.check(frame_with(1'518, 0x88b5)).oversize);
    EXPECT_TRUE(port.check(frame_with(1'519, 0x88b5)).oversize);
  }
}

TEST(MacRegisters, TheLengthCheckAndTheTagHaveTheirOwnSettings) {
  CheckedPort port("82598");
  port.registers.write(kHlreg0, 0x00012C0B);
  EXPECT_FALSE(port.check(frame_with(200, 7)).length);
  port.registers.write(kHlreg0, 0x08012C0B);
  EXPECT_TRUE(port.check(frame_with(200, 7)).length);
  EXPECT_TRUE(port.check(frame_with(200, 7, true)).length);
  EXPECT_FALSE(port.check(frame_with(1'522, 0x88b5, true)).oversize);
  port.registers.write(kVlnctrl, 0x88a8);
  EXPECT_TRUE(port.check(frame_with(1'522, 0x88b5, true)).oversize);
  EXPECT_FALSE(port.check(frame_with(200, 7, true)).length) << "0x8100 is a type";
  port.registers.write(kVlnctrl, 0x8100);
  EXPECT_FALSE(port.check(frame_with(1'522, 0x88b5, true)).oversize);
}

// RFCE, RPFCE, DPF and PMCF: bits of FCTRL on the 82598, of MFLCN on the 82599.
TEST(MacRegisters, EverySettingOfPauseHasItsBit) {
  constexpr std::uint32_t kMflcn = 0x04294;
  for (const bool newer : {false, true}) {
    CheckedPort port(newer ? "82599" : "82598");
    for (unsigned bits = 0; bits < 16; ++bits) {
      SCOPED_TRACE(testing::Message() << newer << ' ' << bits);
      const bool link = (bits & 8) != 0, priority = (bits & 4) != 0;
      const bool discards = (bits & 2) != 0 && (link || priority), passes = (bits & 1) != 0;
      // The bits of MFLCN in the order of their numbers; FCTRL has the same order from bit 12 on.
      port.registers.write(newer ? kMflcn : kFctrl, newer ? bits : bits << 12);
      const ReceiveStatus one = port.check(control(kPauseTo, 1));
      EXPECT_EQ(one.pause, link ? PauseKind::kLink : PauseKind::kNone);
      EXPECT_EQ(one.consumed, discards || (!link && !passes));
      const ReceiveStatus other = port.check(control(kPauseTo, 0x0101));
      EXPECT_EQ(other.pause, priority ? PauseKind::kPriority : PauseKind::kNone);
      EXPECT_EQ(other.consumed, discards || (!priority && !passes));
      EXPECT_EQ(port.check(control(kPauseTo, 2)).consumed, !passes);
    }
  }
}

// The MAC address of the port is that of entry 0, all six bytes of it.
TEST(MacRegisters, APauseToTheMacAddressOfEntry0IsHeard) {
  constexpr std::uint32_t kRal = 0x05400, kRah = 0x05404;
  CheckedPort port("82598");
  port.registers.write(kFctrl, 0x8000);
  const auto heard = [&] { return port.check(control(kMacAddress, 1)).pause == PauseKind::kLink; };
  port.registers.write(kRal + 8, 0x11211b00);
  port.registers.write(kRah + 8, 0x80003322);
  EXPECT_FALSE(heard()) << "entry 1";
  port.registers.write(kRah, 0x80003322);
  EXPECT_FALSE(heard());
  port.registers.write(kRal, 0x11211b00);
  EXPECT_TRUE(heard());
  port.registers.write(kRah, 0x80003422);
  EXPECT_FALSE(heard());
}

// 82599: CTRL_EXT and EXVET may be written in any order. The bit has no effect on the 82598.
TEST(MacRegisters, TheOuterTagIsThatOfExvet) {
  constexpr std::uint32_t kCtrlExt = 0x00018, kExvet = 0x05078, kDouble = 1u << 26;
  CheckedPort port("82599");
  const FrameRef frame = frame_with(100, 0x88a8);
  EXPECT_FALSE(port.check(frame).outer_tag);
  port.registers.write(kExvet, 0x88a80000);
  EXPECT_FALSE(port.check(frame).outer_tag);
  port.registers.write(kCtrlExt, kDouble);
  EXPECT_TRUE(port.check(frame).outer_tag);
  port.registers.write(kExvet, 0x91000000);
  EXPECT_FALSE(port.check(frame).outer_tag);
  EXPECT_TRUE(port.check(frame_with(100, 0x9100)).outer_tag);
  port.registers.write(kCtrlExt, 0);
  EXPECT_FALSE(port.check(frame_with(100, 0x9100)).outer_tag);
  CheckedPort first("82598");
  first.registers.write(kCtrlExt, kDouble);
  first.registers.write(kVlnctrl, 0x8100);
  EXPECT_FALSE(first.check(frame_with(100, 0)).outer_tag);
}

// --- The transmit MAC.

class MacBench : public TxMacOwner {
 public:
  struct Start {
    Time time, end;
    int number;  // of the frame; -1: control
    unsigned number_of_class;
  };
  explicit MacBench(Time byte_time = 800) : byte_time(byte_time), mac(agenda, byte_time, *this) {
    mac.set_slot(agenda.add(mac, mac.clock(), 0));
  }
  void frame_started(const TxWireFrame& frame, Time start, Time end) override {
    EXPECT_EQ(start, agenda.now());
    starts.push_back({start, end, static_cast<int>(frame.packet), frame.traffic_class});
  }
  void frame_left(std::uint32_t bytes, unsigned number, Time now) override {
    left.push_back({now, bytes, number});
  }
  Time least_answer_to_freed_space(Time time) const override { return time; }
  void control_started(const FrameRef&, Time start, Time end) override {
    starts.push_back({start, end, -1, 0});
  }

  void send(std::size_t size, unsigned number = 0) {
    TxWireFrame frame;
    frame.frame = frame_with(size, 0x0800);
    frame.packet = next++;
    frame.traffic_class = static_cast<std::uint8_t>(number);
    mac.enqueue(frame, agenda.now());
  }
  std::vector<int> order() const {
    std::vector<int> numbers;
    for (const Start& s : starts) numbers.push_back(s.number);
    return numbers;
  }
  std::vector<unsigned> classes() const {
    std::vector<unsigned> numbers;
    for (const Start& s : starts) numbers.push_back(s.number_of_class);
    return numbers;
  }
  struct Left {
    Time time;
    std::uint32_t bytes;
    unsigned number;
  };
  Time byte_time;
  Agenda agenda;
  TxMac mac;
  std::uint64_t next = 0;
  std::vector<Start> starts;
  std::vector<Left> left;
};

// Deficit idle count as in the standard: the gap is shortened to the lane while the bytes saved so far stay
// at three at most. Otherwise it is lengthened, which pays bytes back.
TEST(TransmitMac, GapsAreThoseOfDeficitIdleCount) {
  Random random(1);
  for (const std::int64_t gap : {12, 16, 20}) {
    for (const Time byte_time : {800, 8'000}) {
      SCOPED_TRACE(testing::Message() << gap << ' ' << byte_time);
      MacBench b(byte_time);
      b.mac.set_gap(gap);
      b.agenda.advance(1'000'000);
      std::vector<std::size_t> sizes;
      for (unsigned i = 0; i < 200; ++i) {
        sizes.push_back(64 + (i < 40 ? i / 4 : random.below(200)));
        b.send(sizes.back());
      }
      b.agenda.advance(1'000'000 + 200 * 300 * byte_time);
      ASSERT_EQ(b.starts.size(), sizes.size());
      std::int64_t deficit = 0, byte = b.starts[0].time / byte_time;
      EXPECT_GT(b.starts[0].time, 1'000'000);
      EXPECT_LE(b.starts[0].time, 1'000'000 + 8 * byte_time);
      for (std::size_t i = 0; i < sizes.size(); ++i) {
        ASSERT_EQ(b.starts[i].time, byte * byte_time) << i;
        const std::int64_t end = byte + 8 + static_cast<std::int64_t>(sizes[i]);
        ASSERT_EQ(b.starts[i].end, end * byte_time);
        const std::int64_t beyond = (end + gap) % 4;
        if (deficit + beyond <= 3) {
          byte = end + gap - beyond;
          deficit += beyond;
        } else {
          byte = end + gap - beyond + 4;
          deficit -= 4 - beyond;
        }
        // The space is free at the first lane at which the frame has left.
        ASSERT_EQ(b.left[i].time, (end + 3) / 4 * 4 * byte_time);
        ASSERT_EQ(b.left[i].bytes, sizes[i]);
      }
    }
  }
}

// The MAC sees a frame at the first lane after its arrival, and starts it at the next one.
TEST(TransmitMac, AFrameStartsAtTheSecondLaneAfterItIsThere) {
  for (const Time at : {Time{32'000}, Time{32'001}, Time{35'199}, Time{33'600}}) {
    MacBench b;
    b.agenda.advance(at);
    b.send(64);
    b.agenda.advance(200'000);
    ASSERT_EQ(b.starts.size(), 1u);
    EXPECT_EQ(b.starts[0].time, (at / kLane + 2) * kLane);
  }
}

// A PAUSE counts in quanta of 512 bit times from its reception. A frame on the wire is completed. A second
// PAUSE replaces the first, even if it is shorter. A PAUSE of 0 ends the pause.
TEST(TransmitMac, APauseHoldsForItsQuanta) {
  struct Case {
    std::uint16_t first;
    int second;  // at 10 us, or none
    Time freed;
  };
  const Time at = 5'000'001;
  for (const Time byte_time : {800, 8'000}) {
    const Time lane = 4 * byte_time, quantum = 64 * byte_time, scale = byte_time / 800;
    for (const Case& c : {Case{1, -1, at + quantum},
                          {2, -1, at + 2 * quantum},
                          {1'000, -1, at + 1'000 * quantum},
                          {0xffff, -1, at + 65'535 * quantum},
                          {1'000, 0, scale * 10'000'000},
                          {1'000, 10, scale * 10'000'000 + 10 * quantum},
                          {200, 2'000, scale * 10'000'000 + 2'000 * quantum},
                          {0, -1, at}}) {
      SCOPED_TRACE(testing::Message() << byte_time << ' ' << c.first << ' ' << c.second);
      MacBench b(byte_time);
      b.agenda.advance(at);
      b.mac.pause(c.first, at);
      EXPECT_EQ(b.mac.paused(at), c.first != 0);
      b.send(64);
      if (c.second >= 0) {
        b.agenda.advance(scale * 10'000'000);
        b.mac.pause(static_cast<std::uint16_t>(c.second), scale * 10'000'000);
      }
      EXPECT_TRUE(b.starts.empty());
      b.agenda.advance(c.freed);
      EXPECT_TRUE(b.starts.empty());
      EXPECT_FALSE(b.mac.paused(c.freed + 1));
      if (c.freed > at && c.second != 0) {
        EXPECT_TRUE(b.mac.paused(c.freed - 1));
      }
      b.agenda.advance(c.freed + 10 * quantum);
      ASSERT_EQ(b.starts.size(), 1u);
      // It is committed at the first lane that is not paused, and starts at the next one. A PAUSE of 0 acts
      // behind the lane at which it comes.
      const Clock lanes(lane);
      EXPECT_EQ(b.starts[0].time,
                lane + (c.second == 0 ? lanes.edge_after(c.freed) : lanes.edge_at_or_after(c.freed)));
    }
  }
}

// A frame waits for the later one of both kinds, and a PAUSE leaves the priorities alone that it does not
// name.
TEST(TransmitMac, PausesOfBothKindsAddUp) {
  const Time at = 1'000'000;
  for (const std::uint16_t link : {std::uint16_t{20}, std::uint16_t{40}}) {
    for (const unsigned number : {2u, 3u, 4u}) {
      SCOPED_TRACE(testing::Message() << link << ' ' << number);
      MacBench b;
      b.agenda.advance(at);
      b.mac.pause(link, at);
      b.mac.pause_priorities(1u << 2, {30, 30, 30, 30, 30, 30, 30, 30}, at);
      b.mac.pause_priorities(1u << 3, {}, at);
      b.mac.pause_priorities(1u << 4, {25, 25, 25, 25, 25, 25, 25, 25}, at);
      EXPECT_TRUE(b.mac.class_paused(2, at + 30 * kQuantum - 1));
      EXPECT_FALSE(b.mac.class_paused(3, at));
      b.send(64, number);
      b.agenda.advance(at + 50 * kQuantum);
      const Time own = number == 2 ? 30 : number == 4 ? 25 : 0;
      const Time until = at + std::max<Time>(link, own) * kQuantum;
      ASSERT_EQ(b.starts.size(), 1u);
      EXPECT_EQ(b.starts[0].time, Clock(kLane).edge_at_or_after(until) + kLane);
    }
  }
}

// Between its commit, at the first lane after its arrival, and its start at the next one, a frame is held
// back by no PAUSE. A reset drops it and a lost link returns it, and the wire is as free as before.
TEST(TransmitMac, WhatAFrameThatIsCommittedStillMeets) {
  enum Event { kPause, kPriorityPause, kReset, kLostLink };
  for (const Event event : {kPause, kPriorityPause, kReset, kLostLink}) {
    SCOPED_TRACE(event);
    MacBench b;
    b.agenda.advance(1'000'000);
    b.send(100);  // committed at 1,001,600
    b.agenda.advance(1'002'000);
    ASSERT_TRUE(b.starts.empty());
    unsigned dropped = 0;
    if (event == kPause) b.mac.pause(100, 1'002'000);
    if (event == kPriorityPause) b.mac.pause_priorities(0xff, {9, 9, 9, 9, 9, 9, 9, 9}, 1'002'000);
    if (event == kLostLink) b.mac.set_link(false, 800, 1'002'000);
    if (event == kReset) {
      b.mac.reset(1'002'000, [&](const TxWireFrame&) { ++dropped; });
      b.send(200);  // the first lane after it is 1,004,800
    }
    b.agenda.advance(1'010'000);
    if (event == kLostLink) {
      EXPECT_TRUE(b.starts.empty());
      EXPECT_EQ(b.mac.frames_held(), 1u);
      b.mac.set_link(true, 800, 1'010'000);  // the first lane after it is 1,011,200
    }
    b.agenda.advance(1'200'000);
    EXPECT_EQ(dropped, event == kReset ? 1u : 0u);
    ASSERT_EQ(b.starts.size(), 1u);
    EXPECT_EQ(b.starts[0].number, event == kReset ? 1 : 0);
    EXPECT_EQ(b.starts[0].time, event == kReset ? 1'008'000 : event == kLostLink ? 1'014'400 : 1'004'800);
  }
}

// A control frame that is dropped between its commit and its start leaves the wire free.
TEST(TransmitMac, ADroppedControlFrameTakesNoTimeOfTheWire) {
  MacBench b;
  b.agenda.advance(1'000'000);
  b.mac.send_control(control(kPauseTo, 1), 1'000'000);  // committed at 1,001,600
  b.agenda.advance(1'002'000);
  b.mac.drop_control();
  b.send(100);
  b.agenda.advance(1'200'000);
  ASSERT_EQ(b.order(), std::vector<int>{0});
  EXPECT_EQ(b.starts[0].time, 1'008'000);
}

// A PAUSE of priorities stops the classes of the priorities that it names, each for its own time.
TEST(TransmitMac, PriorityPauseStopsTheClassesOfItsPriorities) {
  std::array<std::uint16_t, 8> quanta{};
  for (unsigned i = 0; i < 8; ++i) quanta[i] = static_cast<std::uint16_t>(20 * (i + 1));
  for (const unsigned named : {0x00u, 0xffu, 0x01u, 0x80u, 0x5au}) {
    for (const bool two_to_a_class : {false, true}) {
      SCOPED_TRACE(testing::Message() << named << two_to_a_class);
      MacBench b;
      std::array<std::uint8_t, 8> classes{0, 1, 2, 3, 4, 5, 6, 7};
      if (two_to_a_class)
        for (unsigned i = 0; i < 8; ++i) classes[i] = static_cast<std::uint8_t>(i / 2);
      b.agenda.advance(1'000'000);
      b.mac.set_classes_of_priorities(classes, 1'000'000);
      b.mac.pause_priorities(static_cast<std::uint8_t>(named), quanta, 1'000'000);
      // A time of a priority that is not named stays as it was.
      for (unsigned i = 0; i < 8; ++i) b.send(64, i);
      b.agenda.advance(60'000'000);
      ASSERT_EQ(b.starts.size(), 8u);
      for (const MacBench::Start& s : b.starts) {
        Time until = 0;
        for (unsigned p = 0; p < 8; ++p) {
          if ((named >> p & 1) != 0 && classes[p] == s.number_of_class)
            until = std::max(until, 1'000'000 + quanta[p] * kQuantum);
        }
        EXPECT_GE(s.time, until);
        // All that is free at once may stand in front of it.
        EXPECT_LE(s.time, std::max<Time>(until, 1'000'000) + 8 * 84 * 800 + 4 * kLane);
        if (until != 0) {
          EXPECT_TRUE(b.mac.class_paused(s.number_of_class, until - 1));
          EXPECT_FALSE(b.mac.class_paused(s.number_of_class, until));
        }
      }
      // A change of the map moves what is in force.
      b.mac.pause_priorities(0x80, quanta, 60'000'000);
      EXPECT_TRUE(b.mac.class_paused(classes[7], 60'000'001));
      std::array<std::uint8_t, 8> all{};
      b.mac.set_classes_of_priorities(all, 60'000'000);
      EXPECT_TRUE(b.mac.class_paused(0, 60'000'001));
      EXPECT_FALSE(b.mac.class_paused(7, 60'000'002));
      // Zero frees.
      b.mac.pause_priorities(0xff, {}, 60'000'000);
      for (unsigned i = 0; i < 8; ++i) EXPECT_FALSE(b.mac.class_paused(i, 60'000'002));
    }
  }
}

// Control frames: before data that has not begun, paused or not; behind one, data that may go is next; frames
// in between keep their gap.
TEST(TransmitMac, ControlGoesFirstAndThenData) {
  MacBench b;
  b.agenda.advance(1'000'000);
  for (unsigned i = 0; i < 4; ++i) b.send(200);
  b.agenda.advance(1'050'000);  // the first is on the wire
  ASSERT_EQ(b.starts.size(), 1u);
  b.mac.send_control(control(kPauseTo, 1), 1'050'000);
  b.agenda.advance(b.starts[0].end + 12 * 800 + kLane);
  ASSERT_EQ(b.order(), (std::vector<int>{0, -1}));
  b.mac.send_control(control(kPauseTo, 1), b.agenda.now());
  b.agenda.advance(4'000'000);
  EXPECT_EQ(b.order(), (std::vector<int>{0, -1, 1, -1, 2, 3}));
  for (std::size_t i = 1; i < b.starts.size(); ++i) {
    EXPECT_GE(b.starts[i].time, b.starts[i - 1].end + 9 * 800);
    EXPECT_LE(b.starts[i].time, b.starts[i - 1].end + 15 * 800);
  }
  EXPECT_EQ(b.left.size(), 4u);
  // Paused: control goes, and data does not.
  b.mac.pause(100, 4'000'000);
  b.send(100);
  b.mac.send_control(control(kPauseTo, 1), 4'000'000);
  b.agenda.advance(4'000'000 + 99 * kQuantum);
  EXPECT_EQ(b.order().back(), -1);
  b.mac.send_control(control(kPauseTo, 1), b.agenda.now());
  b.agenda.advance(4'000'000 + 99 * kQuantum + 10 * kLane);
  EXPECT_EQ(b.starts.size(), 8u);
  b.agenda.advance(4'000'000 + 110 * kQuantum);
  EXPECT_EQ(b.order().back(), 4);
  // Dropped before it has begun: it is not sent.
  b.send(1'000);
  b.agenda.advance(b.agenda.now() + 3 * kLane);
  b.mac.send_control(control(kPauseTo, 1), b.agenda.now());
  b.mac.drop_control();
  b.agenda.advance(b.agenda.now() + 2'000'000);
  EXPECT_EQ(b.order().back(), 5);
}

// A control frame that comes between the commit and the start of a data frame takes its place, with the gap
// that the data frame would have kept; and so does the data frame behind it.
TEST(TransmitMac, ControlTakesThePlaceOfAFrameThatIsCommitted) {
  MacBench b;
  b.agenda.advance(1'000'000);
  for (unsigned i = 0; i < 2; ++i) b.send(200);  // they end on a lane
  b.agenda.advance(1'050'000);
  ASSERT_EQ(b.starts.size(), 1u);
  const Time ended = b.starts[0].end + 1;
  b.agenda.advance(ended);
  b.mac.send_control(control(kPauseTo, 1), ended);
  b.agenda.advance(2'000'000);
  ASSERT_EQ(b.order(), (std::vector<int>{0, -1, 1}));
  for (std::size_t i = 1; i < 3; ++i) EXPECT_EQ(b.starts[i].time, b.starts[i - 1].end + 12 * 800);
}

TEST(TransmitMac, WithoutALinkNothingBegins) {
  MacBench b;
  b.agenda.advance(1'000'000);
  for (unsigned i = 0; i < 3; ++i) b.send(100);
  b.agenda.advance(1'010'000);
  ASSERT_EQ(b.starts.size(), 1u);
  b.mac.set_link(false, 800, 1'010'000);
  b.mac.send_control(control(kPauseTo, 1), 1'010'000);
  b.agenda.advance(5'000'000);
  EXPECT_EQ(b.starts.size(), 1u);
  EXPECT_EQ(b.left.size(), 1u);
  EXPECT_EQ(b.mac.frames_held(), 2u);
  b.mac.drop_control();
  // Back at a tenth of the speed.
  b.mac.set_link(true, 8'000, 5'000'000);
  b.agenda.advance(10'000'000);
  ASSERT_EQ(b.starts.size(), 3u);
  EXPECT_GT(b.starts[1].time, 5'000'000);
  EXPECT_EQ(b.starts[1].end - b.starts[1].time, 108 * 8'000);
  EXPECT_EQ(b.starts[2].time - b.starts[1].time, 120 * 8'000);
  EXPECT_EQ(b.mac.frames_held(), 0u);
}

// The link is lost for less than a frame and returns at the same speed: that frame is completed, and the next
// one keeps its gap.
TEST(TransmitMac, TheGapOutlastsALossOfTheLink) {
  MacBench b;
  b.agenda.advance(1'000'000);
  for (unsigned i = 0; i < 2; ++i) b.send(200);
  b.agenda.advance(1'050'000);
  ASSERT_EQ(b.starts.size(), 1u);
  b.mac.set_link(false, 800, 1'050'000);
  b.agenda.advance(1'060'000);
  b.mac.set_link(true, 800, 1'060'000);
  b.agenda.advance(2'000'000);
  ASSERT_EQ(b.starts.size(), 2u);
  EXPECT_EQ(b.starts[1].time, b.starts[0].end + 12 * 800);
}

// A gap that software has set is kept when the link changes its speed.
TEST(TransmitMac, TheGapOutlastsAChangeOfSpeed) {
  MacBench b;
  b.agenda.advance(1'000'000);
  b.mac.set_gap(20);
  b.mac.set_link(true, 8'000, 1'000'000);
  for (unsigned i = 0; i < 3; ++i) b.send(100);  // with preamble and gap 128 bytes, a whole number of lanes
  b.agenda.advance(9'000'000);
  ASSERT_EQ(b.starts.size(), 3u);
  for (std::size_t i = 1; i < 3; ++i) EXPECT_EQ(b.starts[i].time, b.starts[i - 1].end + 20 * 8'000);
}

// A PAUSE that waited when the link was lost reports an old state of the buffer.
TEST(TransmitMac, AControlFrameIsForgottenWithTheLink) {
  MacBench b;
  b.agenda.advance(1'000'000);
  b.send(1'000);
  b.agenda.advance(1'010'000);
  b.mac.send_control(control(kPauseTo, 1), 1'010'000);
  b.mac.set_link(false, 800, 1'010'000);
  b.agenda.advance(3'000'000);
  b.mac.set_link(true, 800, 3'000'000);
  b.send(100);
  b.agenda.advance(6'000'000);
  EXPECT_EQ(b.order(), (std::vector<int>{0, 1}));
}

// Another link partner may come, which has asked for nothing.
TEST(TransmitMac, APauseEndsWithTheLink) {
  for (const bool of_priorities : {false, true}) {
    for (const bool lost : {false, true}) {
      MacBench b;
      b.agenda.advance(1'000'000);
      if (of_priorities) {
        b.mac.pause_priorities(0xff, {9, 9, 9, 9, 9, 9, 9, 9}, 1'000'000);
      } else {
        b.mac.pause(9, 1'000'000);
      }
      b.agenda.advance(1'050'000);
      b.mac.set_link(!lost, 800, 1'050'000);
      b.agenda.advance(1'060'000);
      b.mac.set_link(true, 800, 1'060'000);
      b.send(100);
      b.agenda.advance(9'000'000);
      ASSERT_EQ(b.starts.size(), 1u);
      EXPECT_EQ(b.starts[0].time < 1'000'000 + 9 * 64 * 800, lost) << of_priorities;
    }
  }
}

// If the link stays, the link partner must still receive it.
TEST(TransmitMac, AControlFrameStaysWhileTheLinkKeepsItsSpeed) {
  for (const Time byte_time : {800, 8'000}) {
    MacBench b;
    b.agenda.advance(1'000'000);
    b.send(1'000);
    b.agenda.advance(1'010'000);
    b.mac.send_control(control(kPauseTo, 1), 1'010'000);
    b.agenda.advance(1'020'000);
    b.mac.set_link(true, byte_time, 1'020'000);
    b.send(100);
    b.agenda.advance(9'000'000);
    EXPECT_EQ(b.order(), byte_time == 800 ? (std::vector<int>{0, -1, 1}) : (std::vector<int>{0, 1}));
    // The frame on the wire ends when it would have; the MAC sees it at a lane of the new speed.
    EXPECT_EQ(b.starts[0].end, 1'004'800 + 1'008 * 800);
    ASSERT_FALSE(b.left.empty());
    EXPECT_EQ(b.left[0].time, Clock(4 * byte_time).edge_at_or_after(b.starts[0].end));
  }
}

TEST(TransmitMac, AResetForgetsFramesAndPauses) {
  MacBench b;
  b.agenda.advance(1'000'000);
  b.send(100);
  b.agenda.advance(1'020'000);
  for (unsigned i = 0; i < 6; ++i) b.send(100, i % 3);
  b.mac.pause(50'000, 1'020'000);
  std::array<std::uint16_t, 8> quanta{};
  quanta.fill(50'000);
  b.mac.pause_priorities(0xff, quanta, 1'020'000);
  b.mac.send_control(control(kPauseTo, 1), 1'020'000);
  std::vector<std::uint64_t> dropped;
  b.mac.reset(1'020'000, [&](const TxWireFrame& frame) { dropped.push_back(frame.packet); });
  std::sort(dropped.begin(), dropped.end());
  EXPECT_EQ(dropped, (std::vector<std::uint64_t>{1, 2, 3, 4, 5, 6}));
  EXPECT_FALSE(b.mac.paused(1'020'000));
  for (unsigned i = 0; i < 8; ++i) EXPECT_FALSE(b.mac.class_paused(i, 1'020'000));
  // Nor does the next frame for one of them bring the others back.
  b.mac.pause_priorities(1, {1}, 1'020'000);
  for (unsigned i = 1; i < 8; ++i) EXPECT_FALSE(b.mac.class_paused(i, 1'020'000));
  EXPECT_EQ(b.mac.frames_held(), 0u);
  b.send(100, 5);
  b.agenda.advance(2'000'000);
  EXPECT_EQ(b.order(), (std::vector<int>{0, 7}));
  // The map of priorities is registers': the reset of the registers brings it here.
  EXPECT_EQ(b.left.size(), 2u);
}

// Between classes: in turn from the one behind the last, each in its own order; or by credits; or not at all.
TEST(TransmitMac, ClassesTakeTurns) {
  MacBench b;
  b.agenda.advance(1'000'000);
  for (unsigned i = 0; i < 3; ++i)
    for (const unsigned c : {6u, 1u, 3u}) b.send(100, c);
  b.agenda.advance(3'000'000);
  // The first that comes finds the wire free.
  const std::vector<unsigned> seen = b.classes();
  ASSERT_EQ(seen.size(), 9u);
  for (std::size_t i = 1; i < 9; ++i) {
    const unsigned next = seen[i - 1] == 1 ? 3 : seen[i - 1] == 3 ? 6 : 1;
    EXPECT_EQ(seen[i], next) << i;
  }
  // Paused, and resumed.
  b.mac.arbiter().stop(true);
  b.mac.arbitration_changed(3'000'000);
  b.send(100, 2);
  b.agenda.advance(4'000'000);
  EXPECT_EQ(b.starts.size(), 9u);
  b.mac.arbiter().stop(false);
  b.mac.arbitration_changed(4'000'000);
  b.agenda.advance(4'100'000);
  EXPECT_EQ(b.starts.size(), 10u);
  // By credits: the highest number while it holds some; what it pays is what is on the wire, in 64 bytes.
  MacBench c;
  c.agenda.advance(1'000'000);
  for (unsigned i = 0; i < 8; ++i)
    c.mac.arbiter().credits().configure(i, {i == 5 ? 4u : 2u, 100, 0, false, false});
  c.mac.arbiter().set_by_credits(true);
  c.send(64, 0);
  c.agenda.advance(1'010'000);
  for (unsigned i = 0; i < 12; ++i)
    for (const unsigned k : {2u, 5u}) c.send(64, k);
  c.agenda.advance(5'000'000);
  const std::vector<unsigned> by_credits = c.classes();
  const auto of5 = std::count(by_credits.begin() + 1, by_credits.begin() + 13, 5u);
  EXPECT_EQ(of5, 8) << "two thirds of what 4 and 2 credits share";
}

// --- Flow control of the receive buffer.

class PauseBench : public Block {
 public:
  struct Asked {
    Time time;
    FrameRef frame;
    std::uint16_t opcode() const { return load_be16(frame->bytes().data + 14); }
    std::uint16_t quanta(unsigned i = 0) const {
      return load_be16(frame->bytes().data + (opcode() == 1 ? 16 : 18 + 2 * i));
    }
    unsigned named() const { return frame->bytes().data[17]; }
  };
  explicit PauseBench(RegisterSet set = RegisterSet::k82598)
      : timers(agenda), registers(set), flow(agenda, timers, registers, buffer) {
    const Agenda::Slot slot = agenda.add(*this, Clock(6'400), 0);
    flow.set_slot(slot);
    timers.add_block();
    for (unsigned i = 0; i < 8; ++i) buffer.set_size(i, 64 << 10);
  }
  void act(Time now) override {
    if (!flow.active()) return;
    if (const FrameRef frame = flow.update(now)) {
      asked.push_back({now, frame});
      if (answer) sent(now);
    }
    if (buffer.next_free() != kNever) agenda.arm_after(0, buffer.next_free());
  }
  // The frame that was asked for begins now.
  void sent(Time now) { flow.sent(now, now + kOnWire, 800); }
  void set(Reg reg, unsigned index, std::uint32_t value) { registers.set(reg, index, value); }
  void hold(unsigned partition, std::uint32_t bytes) {
    EXPECT_TRUE(buffer.take(partition, bytes, agenda.now()));
    agenda.arm_after(0, agenda.now());
  }
  void free(unsigned partition, std::uint32_t bytes) { buffer.give_back(partition, bytes, agenda.now()); }
  void wait(Time time) { agenda.advance(agenda.now() + time); }

  static constexpr Time kOnWire = 72 * 800;
  Agenda agenda;
  Timers timers;
  RegisterFile registers;
  PacketBuffer buffer{512 << 10};
  FlowControl flow;
  std::vector<Asked> asked;
  bool answer = true;
};

constexpr std::uint32_t kEnable = 1u << 31;

// Watermarks are exact to the byte: more than FCRTH pauses, less than FCRTL resumes with XONE. A fill equal
// to a watermark does neither.
TEST(ReceivePause, WatermarksToTheByte) {
  for (const bool xon : {false, true}) {
    PauseBench b;
    b.set(Reg::RMCS, 0, 8);
    b.set(Reg::FCRTH, 0, 0x2000 | kEnable);
    b.set(Reg::FCRTL, 0, 0x1000 | (xon ? kEnable : 0));
    b.set(Reg::FCTTV, 0, 0x0400);
    b.flow.configure(0);
    EXPECT_TRUE(b.flow.active());
    b.hold(0, 0x2000);
    b.wait(100'000);
    EXPECT_TRUE(b.asked.empty());
    const Time before = b.agenda.now();
    b.hold(0, 1);
    b.wait(100'000);
    ASSERT_EQ(b.asked.size(), 1u);
    EXPECT_EQ(b.asked[0].time, Clock(6'400).edge_after(before));
    EXPECT_EQ(b.asked[0].quanta(), 0x0400);
    EXPECT_EQ(b.registers.get(Reg::LXOFFTXC), 1u);
    b.free(0, 0x1001);  // exactly FCRTL is left
    b.wait(100'000);
    EXPECT_EQ(b.asked.size(), 1u);
    // Above the watermark again before it was left: no second PAUSE.
    b.hold(0, 0x1001);
    b.wait(100'000);
    EXPECT_EQ(b.asked.size(), 1u);
    b.free(0, 0x1002);
    b.wait(100'000);
    EXPECT_EQ(b.asked.size(), xon ? 2u : 1u);
    if (xon) {
      EXPECT_EQ(b.asked[1].quanta(), 0);
    }
    EXPECT_EQ(b.registers.get(Reg::LXONTXC), xon ? 1u : 0u);
    // And it may be stopped again.
    b.hold(0, 0x1002);
    b.wait(100'000);
    EXPECT_EQ(b.registers.get(Reg::LXOFFTXC), 2u);
    EXPECT_EQ(b.registers.get(Reg::PXOFFTXC), 0u);
  }
}

// PXON2OFFCNT of the 82599: stops of a priority whose last PAUSE was none, not their refreshes.
TEST(ReceivePause, TransitionsOfPrioritiesAreCounted) {
  for (const RegisterSet set : {RegisterSet::k82598, RegisterSet::k82599}) {
    PauseBench b(set);
    const bool successor = set == RegisterSet::k82599;
    b.set(successor ? Reg::FCCFG : Reg::RMCS, 0, 1u << 4);  // of priorities
    b.set(Reg::FCRTH, 2, 0x2000 | kEnable);
    b.set(Reg::FCRTL, 2, 0x1000 | kEnable);
    b.set(Reg::FCTTV, 1, 0x0400);
    b.set(Reg::FCRTV, 0, 0x0200);
    b.flow.configure(0);
    for (const std::uint32_t stops : {1u, 2u}) {
      b.hold(2, 0x2001);
      b.wait(200 * kMicrosecond);  // long enough for a refresh
      EXPECT_EQ(b.registers.get(Reg::PXON2OFFCNT, 2), successor ? stops : 0);
      b.free(2, 0x2001);
      b.wait(100'000);
      EXPECT_EQ(b.registers.get(Reg::PXONTXC, 2), stops);
    }
    EXPECT_GT(b.registers.get(Reg::PXOFFTXC, 2), 2u);
  }
}

// Without XONE no XON is sent: a stop while the time of the one before runs is another XOFF, and no
// transition.
TEST(ReceivePause, AStopBehindAnXoffIsNoTransition) {
  PauseBench b(RegisterSet::k82599);
  b.set(Reg::FCCFG, 0, 1u << 4);  // of priorities
  b.set(Reg::FCRTH, 2, 0x2000 | kEnable);
  b.set(Reg::FCRTL, 2, 0x1000);
  b.set(Reg::FCTTV, 1, 0x0400);
  b.flow.configure(0);
  for (const std::uint32_t stops : {1u, 2u}) {
    b.hold(2, 0x2001);
    b.wait(100'000);
    EXPECT_EQ(b.registers.get(Reg::PXOFFTXC, 2), stops);
    EXPECT_EQ(b.registers.get(Reg::PXON2OFFCNT, 2), 1u);
    b.free(2, 0x2001);
    b.wait(100'000);
    EXPECT_EQ(b.registers.get(Reg::PXONTXC, 2), 0u);
  }
}

// The frame that waits for the wire counts as the kind that it is, whatever software chooses meanwhile.
TEST(ReceivePause, AWaitingFrameCountsAsItsKind) {
  PauseBench b;
  b.answer = false;
  b.set(Reg::RMCS, 0, 8);
  b.set(Reg::FCRTH, 0, 0x2000 | kEnable);
  b.set(Reg::FCTTV, 0, 0x0400);
  b.flow.configure(0);
  b.hold(0, 0x2001);
  b.wait(100'000);
  ASSERT_EQ(b.asked.size(), 1u);
  b.set(Reg::RMCS, 0, 16);
  b.flow.configure(b.agenda.now());
  b.wait(100'000);
  EXPECT_EQ(b.asked.size(), 1u);
  b.sent(b.agenda.now());
  EXPECT_EQ(b.registers.get(Reg::LXOFFTXC), 1u);
  EXPECT_EQ(b.registers.get(Reg::PXOFFTXC, 0), 0u);
  // The priority has not been stopped by it.
  b.wait(100'000);
  ASSERT_EQ(b.asked.size(), 2u);
  EXPECT_EQ(b.asked[1].opcode(), 0x0101);
  b.sent(b.agenda.now());
  EXPECT_EQ(b.registers.get(Reg::LXOFFTXC), 1u);
  EXPECT_EQ(b.registers.get(Reg::PXOFFTXC, 0), 1u);
}

// XONE is a bit of each class: one frame that would free two names only the one that has it.
TEST(ReceivePause, XonIsOfTheClassesThatAskForIt) {
  PauseBench b;
  b.set(Reg::RMCS, 0, 16);
  for (const unsigned i : {3u, 5u}) {
    b.set(Reg::FCRTH, i, 0x2000 | kEnable);
    b.set(Reg::FCRTL, i, 0x1000 | (i == 5 ? kEnable : 0));
  }
  for (const unsigned i : {1u, 2u}) b.set(Reg::FCTTV, i, 0x0400'0400);
  b.flow.configure(0);
  for (const unsigned i : {3u, 5u}) b.hold(i, 0x2001);
  b.wait(100'000);
  ASSERT_EQ(b.asked.size(), 1u);
  EXPECT_EQ(b.asked[0].named(), 1u << 3 | 1u << 5);
  for (const unsigned i : {3u, 5u}) b.free(i, 0x2001);
  b.wait(100'000);
  ASSERT_EQ(b.asked.size(), 2u);
  EXPECT_EQ(b.asked[1].named(), 1u << 5);
  EXPECT_EQ(b.registers.get(Reg::PXONTXC, 3), 0u);
  EXPECT_EQ(b.registers.get(Reg::PXONTXC, 5), 1u);
}

// PFCTOP: type in the low half, opcode in the high one. All but addresses, these, names and times is zero.
TEST(ReceivePause, PriorityFramesHaveTheTypeAndOpcodeOfPfctop) {
  PauseBench b;
  b.set(Reg::RMCS, 0, 16);
  b.set(Reg::PFCTOP, 0, 0x1234'5678);
  b.set(Reg::FCRTH, 1, 0x2000 | kEnable);
  b.set(Reg::FCTTV, 0, 0xabcdu << 16);
  b.flow.configure(0);
  b.hold(1, 0x2001);
  b.wait(100'000);
  ASSERT_EQ(b.asked.size(), 1u);
  const ByteView bytes = b.asked[0].frame->without_fcs();
  ASSERT_EQ(bytes.size, 60u);
  const std::uint8_t wanted[10] = {0x56, 0x78, 0x12, 0x34, 0, 1u << 1, 0, 0, 0xab, 0xcd};
  EXPECT_TRUE(std::equal(wanted, wanted + 10, bytes.data + 12));
  EXPECT_TRUE(std::all_of(bytes.data + 22, bytes.data + 60, [](std::uint8_t byte) { return byte == 0; }));
}

// A stop of the link is repeated while any of its partitions holds more than its FCRTL.
TEST(ReceivePause, AnyPartitionKeepsTheLinkStopped) {
  PauseBench b;
  b.set(Reg::RMCS, 0, 8);
  for (const unsigned i : {1u, 6u}) {
    b.set(Reg::FCRTH, i, 0x2000 | kEnable);
    b.set(Reg::FCRTL, i, 0x1000);
  }
  b.set(Reg::FCTTV, 0, 1'000);
  b.set(Reg::FCRTV, 0, 400);
  b.flow.configure(0);
  b.hold(6, 0x2001);
  b.wait(100'000);
  ASSERT_EQ(b.asked.size(), 1u);
  b.hold(1, 0x1001);
  b.free(6, 0x2001);
  b.wait(610 * kQuantum);
  EXPECT_EQ(b.asked.size(), 2u);
  b.free(1, 1);
  b.wait(2'000 * kQuantum);
  EXPECT_EQ(b.asked.size(), 2u);
}

// A lost link or a reset ends the stop of a priority: the next stop is a transition again.
TEST(ReceivePause, AStopAfterAForgottenOneIsATransition) {
  PauseBench b(RegisterSet::k82599);
  b.set(Reg::FCCFG, 0, 1u << 4);  // of priorities
  b.set(Reg::FCRTH, 2, 0x2000 | kEnable);
  b.set(Reg::FCTTV, 1, 0x0400);
  b.flow.configure(0);
  b.hold(2, 0x2001);
  for (const std::uint32_t stops : {1u, 2u}) {
    b.wait(100'000);
    EXPECT_EQ(b.asked.size(), stops);
    EXPECT_EQ(b.registers.get(Reg::PXOFFTXC, 2), stops);
    EXPECT_EQ(b.registers.get(Reg::PXON2OFFCNT, 2), stops);
    b.flow.forget(b.agenda.now());
  }
}

// A PAUSE of the link stops no priority: the first stop of priority 0 after it is a transition.
TEST(ReceivePause, AStopOfTheLinkIsNoneOfAPriority) {
  PauseBench b(RegisterSet::k82599);
  b.set(Reg::FCRTH, 0, 0x2000 | kEnable);
  b.set(Reg::FCTTV, 0, 0x0400);
  b.set(Reg::FCCFG, 0, 1u << 3);  // of the link
  b.flow.configure(0);
  b.hold(0, 0x2001);
  b.wait(100'000);
  EXPECT_EQ(b.registers.get(Reg::LXOFFTXC), 1u);
  b.set(Reg::FCCFG, 0, 1u << 4);  // of priorities
  b.flow.configure(b.agenda.now());
  b.wait(100'000);
  EXPECT_EQ(b.registers.get(Reg::PXOFFTXC, 0), 1u);
  EXPECT_EQ(b.registers.get(Reg::PXON2OFFCNT, 0), 1u);
}

// FCRTV: the stop is said again while the buffer holds more than FCRTL, when less than that of its time is
// left; a time counts from the last bit of its frame. Not below FCTTV it counts as half of that; 0 is never.
TEST(ReceivePause, IsRefreshedWhenItsTimeRunsOut) {
  struct Case {
    std::uint32_t time, threshold, after;  // slot times; 0: not at all
  };
  for (const Case& c : {Case{1'000, 400, 600},
                        {1'000, 999, 1},
                        {1'000, 1'000, 500},
                        {1'000, 1'001, 500},
                        {1'001, 5'000, 501},
                        {1'000, 1, 999},
                        {1'000, 0, 0},
                        {1, 1, 0},
                        {2, 2, 1},
                        {3, 0xffff, 2}}) {
    SCOPED_TRACE(testing::Message() << c.time << ' ' << c.threshold);
    PauseBench b;
    b.set(Reg::RMCS, 0, 8);
    b.set(Reg::FCRTH, 0, 0x2000 | kEnable);
    b.set(Reg::FCRTL, 0, 0x1000);
    b.set(Reg::FCTTV, 0, c.time);
    b.set(Reg::FCRTV, 0, c.threshold);
    b.flow.configure(0);
    b.hold(0, 0x2001);
    b.wait(200'000'000);
    if (c.after == 0) {
      EXPECT_EQ(b.asked.size(), 1u);
      continue;
    }
    ASSERT_GE(b.asked.size(), 4u);
    for (std::size_t i = 1; i < 4; ++i) {
      const Time left = b.asked[i - 1].time + PauseBench::kOnWire + c.after * kQuantum;
      // At the first DMA edge at which so much is left, and the next MAC edge.
      EXPECT_EQ(b.asked[i].time, Clock(6'400).edge_after(Clock(4'000).edge_at_or_after(left)));
      EXPECT_EQ(b.asked[i].quanta(), c.time);
    }
    // Above FCRTL it goes on; at FCRTL there is no need.
    b.free(0, 0x1000);
    b.wait(1'000);
    const std::size_t before = b.asked.size();
    b.wait(b.asked.back().time + PauseBench::kOnWire + (c.after + 3) * kQuantum - b.agenda.now());
    EXPECT_EQ(b.asked.size() > before, true);
    b.free(0, 1);
    b.wait(1'000);
    const std::size_t last = b.asked.size();
    b.wait(200'000'000);
    EXPECT_EQ(b.asked.size(), last);
  }
}

// The time of a PAUSE does not run before it is sent: an XOFF that waits for the wire is not due again, even
// when software writes a register of flow control meanwhile.
TEST(ReceivePause, AStopThatWaitsForTheWireIsSaidOnce) {
  PauseBench b;
  b.answer = false;
  b.set(Reg::RMCS, 0, 8);
  b.set(Reg::FCRTH, 0, 0x2000 | kEnable);
  b.set(Reg::FCTTV, 0, 1'000);
  b.set(Reg::FCRTV, 0, 400);
  b.flow.configure(0);
  b.hold(0, 0x2001);
  b.wait(100'000);
  ASSERT_EQ(b.asked.size(), 1u);
  b.flow.configure(b.agenda.now());
  b.wait(100'000);
  b.answer = true;
  b.sent(b.agenda.now());
  b.wait(PauseBench::kOnWire + 599 * kQuantum);
  EXPECT_EQ(b.asked.size(), 1u);
  EXPECT_EQ(b.registers.get(Reg::LXOFFTXC), 1u);
  b.wait(2 * kQuantum);
  EXPECT_EQ(b.asked.size(), 2u);
}

// A refresh is requested at its time even while the frame of another priority is on the wire.
TEST(ReceivePause, ARefreshDoesNotWaitForAnotherPriority) {
  PauseBench b;
  b.set(Reg::RMCS, 0, 16);
  for (unsigned i = 0; i < 2; ++i) b.set(Reg::FCRTH, i, 0x2000 | kEnable);
  b.set(Reg::FCTTV, 0, 1'000 | 1'000 << 16);
  b.set(Reg::FCRTV, 0, 400);
  b.flow.configure(0);
  b.hold(1, 0x2001);
  b.wait(20'000);
  ASSERT_EQ(b.asked.size(), 1u);
  const Time left = b.asked[0].time + PauseBench::kOnWire + 600 * kQuantum;
  b.wait(left - 20'000 - b.agenda.now());
  b.hold(0, 0x2001);
  b.wait(200'000);
  ASSERT_EQ(b.asked.size(), 3u);
  EXPECT_EQ(b.asked[1].named(), 1u);
  EXPECT_LT(b.asked[1].time, left);
  EXPECT_EQ(b.asked[2].named(), 2u);
  EXPECT_EQ(b.asked[2].time, Clock(6'400).edge_after(Clock(4'000).edge_at_or_after(left)));
}

// Without a kind in RMCS, FCEN and a time other than 0, no PAUSE is sent.
TEST(ReceivePause, NeedsAKindATimeAndFcen) {
  for (unsigned bits = 0; bits < 16; ++bits) {
    SCOPED_TRACE(bits);
    PauseBench b;
    b.set(Reg::RMCS, 0, (bits & 1 ? 8u : 0) | (bits & 2 ? 16u : 0));
    b.set(Reg::FCRTH, 0, 0x100 | (bits & 4 ? kEnable : 0));
    b.set(Reg::FCTTV, 0, bits & 8 ? 5 : 0);
    b.flow.configure(0);
    const bool active = (bits & 3) != 0 && (bits & 12) == 12;
    EXPECT_EQ(b.flow.active(), active);
    b.hold(0, 0x101);
    b.wait(100'000);
    ASSERT_EQ(b.asked.size(), active ? 1u : 0u);
    // Priority PAUSE, if both are asked for.
    if (active) {
      EXPECT_EQ(b.asked[0].opcode(), (bits & 2) != 0 ? 0x0101 : 1);
    }
  }
}

// Software turns a full class off and on again. Without FCRTV no PAUSE is repeated, so that only a new stop
// can pause the class.
TEST(ReceivePause, AStopEndsWhenItsClassIsTurnedOff) {
  PauseBench b;
  b.set(Reg::RMCS, 0, 16);
  for (unsigned i = 0; i < 2; ++i) b.set(Reg::FCRTH, i, 0x2000 | kEnable);
  b.set(Reg::FCTTV, 0, 1'000 | 1'000 << 16);
  b.set(Reg::FCRTV, 0, 0);
  b.flow.configure(0);
  b.hold(1, 0x2001);
  b.wait(100'000);
  ASSERT_EQ(b.asked.size(), 1u);
  b.set(Reg::FCRTH, 1, 0x2000);
  b.flow.configure(b.agenda.now());
  b.wait(100'000);
  EXPECT_EQ(b.asked.size(), 1u);
  b.set(Reg::FCRTH, 1, 0x2000 | kEnable);
  b.flow.configure(b.agenda.now());
  b.wait(100'000);
  ASSERT_EQ(b.asked.size(), 2u);
  EXPECT_EQ(b.asked[1].named(), 2u);
  EXPECT_EQ(b.asked[1].quanta(1), 1'000);
  EXPECT_EQ(b.registers.get(Reg::PXOFFTXC, 1), 2u);
}

// FCRTL above FCRTH counts as FCRTH. A low watermark of 0 resumes when the buffer is empty.
TEST(ReceivePause, OddWatermarks) {
  PauseBench b;
  b.set(Reg::RMCS, 0, 8);
  b.set(Reg::FCRTH, 0, 0x1000 | kEnable);
  b.set(Reg::FCRTL, 0, 0x3000 | kEnable);
  b.set(Reg::FCTTV, 0, 100);
  b.flow.configure(0);
  b.hold(0, 0x1001);
  b.wait(100'000);
  ASSERT_EQ(b.asked.size(), 1u);
  b.free(0, 1);
  b.wait(100'000);
  EXPECT_EQ(b.asked.size(), 1u);
  b.free(0, 1);
  b.wait(100'000);
  ASSERT_EQ(b.asked.size(), 2u);
  EXPECT_EQ(b.asked[1].quanta(), 0);
  b.set(Reg::FCRTL, 0, kEnable);
  b.flow.configure(b.agenda.now());
  b.hold(0, 2);
  b.wait(100'000);
  ASSERT_EQ(b.asked.size(), 3u);
  b.free(0, 0x1000);
  b.wait(100'000);
  EXPECT_EQ(b.asked.size(), 3u);
  b.free(0, 1);
  b.wait(100'000);
  EXPECT_EQ(b.asked.size(), 4u);
}

// Each priority has its own watermarks and times: FCTTV holds two a register, the even one low.
TEST(ReceivePause, PrioritiesHaveTheirOwnWatermarksAndTimes) {
  PauseBench b;
  b.set(Reg::RMCS, 0, 16);
  for (unsigned i = 0; i < 8; ++i) {
    b.set(Reg::FCRTH, i, 0x100 * (i + 1) | kEnable);
    b.set(Reg::FCRTL, i, 0x80 | kEnable);
  }
  for (unsigned i = 0; i < 4; ++i) b.set(Reg::FCTTV, i, (2 * i + 1) | (2 * i + 2) << 16);
  b.flow.configure(0);
  for (unsigned i = 0; i < 8; ++i) {
    SCOPED_TRACE(i);
    b.asked.clear();
    b.hold(i, 0x100 * (i + 1));
    b.wait(100'000);
    EXPECT_TRUE(b.asked.empty());
    b.hold(i, 1);
    b.wait(20'000);
    ASSERT_EQ(b.asked.size(), 1u);
    EXPECT_EQ(b.asked[0].opcode(), 0x0101);
    EXPECT_EQ(load_be16(b.asked[0].frame->bytes().data + 12), 0x8808);
    EXPECT_EQ(b.asked[0].named(), 1u << i);
    for (unsigned k = 0; k < 8; ++k) EXPECT_EQ(b.asked[0].quanta(k), k == i ? i + 1 : 0);
    EXPECT_EQ(b.registers.get(Reg::PXOFFTXC, i), 1u);
    EXPECT_EQ(b.registers.get(Reg::PXONTXC, i), 0u);
    b.free(i, 0x100 * (i + 1) + 1 - 0x7f);
    b.wait(20'000);
    ASSERT_EQ(b.asked.size(), 2u);
    EXPECT_EQ(b.asked[1].named(), 1u << i);
    for (unsigned k = 0; k < 8; ++k) EXPECT_EQ(b.asked[1].quanta(k), 0);
    EXPECT_EQ(b.registers.get(Reg::PXONTXC, i), 1u);
    EXPECT_EQ(b.registers.get(Reg::LXONTXC) + b.registers.get(Reg::LXOFFTXC), 0u);
  }
  // Two at once are one frame, and a class that several priorities fill names them all.
  b.asked.clear();
  b.flow.set_classes_of_priorities({0, 0, 0, 0, 4, 4, 4, 4});
  b.flow.configure(b.agenda.now());
  b.buffer.take(0, 0x200, b.agenda.now());
  b.buffer.take(4, 0x600, b.agenda.now());
  b.buffer.take(5, 0x700, b.agenda.now());  // of no priority
  b.wait(20'000);
  ASSERT_EQ(b.asked.size(), 1u);
  EXPECT_EQ(b.asked[0].named(), 0xffu);
  for (unsigned k = 0; k < 8; ++k) EXPECT_EQ(b.asked[0].quanta(k), k < 4 ? 1 : 5);
}

// IEEE 802.3x: the link is paused as soon as one partition with FCEN is above its watermark, and resumed when
// all are below.
TEST(ReceivePause, AnyPartitionStopsTheLinkAndAllFreeIt) {
  PauseBench b;
  b.set(Reg::RMCS, 0, 8);
  for (const unsigned i : {1u, 6u}) {
    b.set(Reg::FCRTH, i, 0x1000 | kEnable);
    b.set(Reg::FCRTL, i, 0x800 | kEnable);
  }
  b.set(Reg::FCRTH, 3, 0x100);  // FCEN off
  b.set(Reg::FCTTV, 0, 77 | 99u << 16);
  b.flow.configure(0);
  b.hold(3, 0x200);
  b.wait(50'000);
  EXPECT_TRUE(b.asked.empty());
  b.hold(6, 0x1001);
  b.wait(50'000);
  ASSERT_EQ(b.asked.size(), 1u);
  EXPECT_EQ(b.asked[0].quanta(), 77);
  b.hold(1, 0x1001);
  b.free(6, 0x1001);
  b.wait(50'000);
  EXPECT_EQ(b.asked.size(), 1u);
  b.free(1, 0x801);
  b.wait(50'000);
  EXPECT_EQ(b.asked.size(), 1u);
  b.free(1, 1);
  b.wait(50'000);
  ASSERT_EQ(b.asked.size(), 2u);
  EXPECT_EQ(b.asked[1].quanta(), 0);
}

// While a frame waits for the wire, no other is requested. After it, the request follows the state at that
// time.
TEST(ReceivePause, OneFrameAtATime) {
  PauseBench b;
  b.answer = false;
  b.set(Reg::RMCS, 0, 8);
  b.set(Reg::FCRTH, 0, 0x1000 | kEnable);
  b.set(Reg::FCRTL, 0, 0x800 | kEnable);
  b.set(Reg::FCTTV, 0, 100);
  b.set(Reg::FCRTV, 0, 50);
  b.flow.configure(0);
  b.hold(0, 0x1001);
  b.wait(50'000);
  b.free(0, 0x1001);
  b.wait(50'000'000);
  EXPECT_EQ(b.asked.size(), 1u);
  b.sent(b.agenda.now());
  b.wait(50'000);
  ASSERT_EQ(b.asked.size(), 2u);
  EXPECT_EQ(b.asked[1].quanta(), 0);
  b.sent(b.agenda.now());
  b.wait(50'000'000);
  EXPECT_EQ(b.asked.size(), 2u);
  // Forgotten, as after a reset or when the link is lost: the link partner is paused from the beginning.
  b.hold(0, 0x1001);
  b.wait(50'000);
  ASSERT_EQ(b.asked.size(), 3u);
  b.flow.forget(b.agenda.now());
  b.wait(50'000);
  ASSERT_EQ(b.asked.size(), 4u);
  EXPECT_EQ(b.asked[3].quanta(), 100);
  b.sent(b.agenda.now());
  b.flow.forget(b.agenda.now());
  b.wait(50'000);
  EXPECT_EQ(b.asked.size(), 5u);
  b.sent(b.agenda.now());
  // Turned off and on: the same.
  b.set(Reg::RMCS, 0, 0);
  b.flow.configure(b.agenda.now());
  b.wait(50'000'000);
  EXPECT_EQ(b.asked.size(), 5u);
  b.set(Reg::RMCS, 0, 8);
  b.flow.configure(b.agenda.now());
  b.wait(50'000);
  EXPECT_EQ(b.asked.size(), 6u);
}

// MLADD and MHADD hold the source address, RAR 0 if they are empty.
TEST(ReceivePause, SourceAddress) {
  struct Case {
    std::uint32_t low, high;
    std::array<std::uint8_t, 6> seen;
  };
  for (const Case& c : {Case{0, 0, {1, 2, 3, 4, 5, 6}},
                        {0x44332211, 0x6655, {0x11, 0x22, 0x33, 0x44, 0x55, 0x66}},
                        {0, 0x6655, {0, 0, 0, 0, 0x55, 0x66}},
                        {0x44332211, 0, {0x11, 0x22, 0x33, 0x44, 0, 0}}}) {
    PauseBench b;
    b.set(Reg::RMCS, 0, 8);
    b.set(Reg::FCRTH, 0, kEnable);
    b.set(Reg::FCTTV, 0, 1);
    b.set(Reg::MLADD, 0, c.low);
    b.set(Reg::MHADD, 0, c.high | 0x05ee0000);
    b.set(Reg::RAL, 0, 0x04030201);
    b.set(Reg::RAH, 0, 0x80000605);
    b.flow.configure(0);
    b.hold(0, 64);
    b.wait(50'000);
    ASSERT_EQ(b.asked.size(), 1u);
    const ByteView bytes = b.asked[0].frame->bytes();
    EXPECT_EQ(bytes.size, 64u);
    EXPECT_TRUE(fcs_is_good(b.asked[0].frame->bytes()));
    EXPECT_TRUE(std::equal(kPauseTo, kPauseTo + 6, bytes.data));
    EXPECT_TRUE(std::equal(c.seen.begin(), c.seen.end(), bytes.data + 6));
    EXPECT_EQ(load_be16(bytes.data + 12), 0x8808);
  }
}

// --- The link.

class LinkBench : public LinkOwner {
 public:
  explicit LinkBench(std::uint32_t autoc, const LinkPartner& partner, bool serial = false)
      : timers(agenda),
        registers(serial ? RegisterSet::k82599 : RegisterSet::k82598),
        link(agenda, timers, registers, *this, LinkTimes(), serial) {
    timers.add_block();
    registers.set(Reg::AUTOC, 0, autoc);
    link.power_on(partner);
  }
  void link_changed(Time now) override { changes.push_back(now); }
  void remote_fault() override { ++faults; }
  void autoc(std::uint32_t value) { registers.write(0x042A0, value, RegisterSpace::kBar0, agenda.now()); }
  std::uint32_t links() { return registers.read(0x042A4); }
  void wait(Time time) { agenda.advance(agenda.now() + time); }
  Agenda agenda;
  Timers timers;
  RegisterFile registers;
  Link link;
  std::vector<Time> changes;
  unsigned faults = 0;
};

constexpr std::uint32_t kRestart = 1u << 12;
constexpr std::uint32_t kKx = 1u << 30, kKx4 = 1u << 31;
constexpr std::uint32_t kKr = 1u << 16;
constexpr std::uint32_t kUp = 1u << 30, kIs10G = 1u << 29;
// Bits of a link with four lanes in step, and with one: signal, synchronization, alignment, and the part in
// use.
constexpr std::uint32_t kFourLanes = 0xfu << 8 | 0xfu << 13 | 1u << 17 | 1u << 22;
constexpr std::uint32_t kOneLane = 1u << 8 | 1u << 18 | 1u << 21;

// Checks the speed that comes up, from the mode, its advertised abilities, and those of the link partner.
TEST(LinkModes, AgreeWithEveryPartner) {
  for (unsigned mode = 0; mode < 8; ++mode) {
    for (unsigned bits = 0; bits < 32; ++bits) {
      SCOPED_TRACE(testing::Message() << mode << ' ' << bits);
      LinkPartner partner;
      partner.present = (bits & 1) != 0;
      partner.speed_10g = (bits & 2) != 0;
      partner.speed_1g = (bits & 4) != 0;
      const std::uint32_t supports = (bits & 8 ? kKx : 0) | (bits & 16 ? kKx4 : 0);
      const bool negotiates = mode == 4 || mode == 6;
      const bool ten = partner.speed_10g && (mode == 1 || (negotiates && (bits & 16) != 0));
      const bool one = partner.speed_1g && (mode == 0 || mode == 2 || (negotiates && (bits & 8) != 0));
      const bool up = partner.present && (ten || one);
      LinkBench b(mode << 13 | supports, partner);
      EXPECT_EQ(b.link.up(), up);
      if (up) {
        EXPECT_EQ(b.link.speed() == LinkSpeed::k10G, ten);
      }
      EXPECT_EQ((b.links() & kUp) != 0, up);
      EXPECT_EQ((b.links() & kIs10G) != 0, up && ten);
      EXPECT_TRUE(b.changes.empty());
      // The mode takes effect with AN_RESTART, and the link is down meanwhile.
      b.wait(kMicrosecond);
      b.autoc(mode << 13 | supports | kRestart);
      EXPECT_FALSE(b.link.up());
      EXPECT_EQ(b.links() & kUp, 0u);
      EXPECT_EQ(b.changes.size(), up ? 1u : 0u);
      const Time takes = mode >= 2 ? 100 * kMillisecond : 20 * kMicrosecond;
      b.wait(takes - 1);
      EXPECT_FALSE(b.link.up());
      b.wait(4'000);
      EXPECT_EQ(b.link.up(), up);
      EXPECT_EQ(b.changes.size(), up ? 2u : 0u);
      EXPECT_EQ((b.links() >> 31) != 0, up && mode >= 4);
      EXPECT_EQ((b.links() >> 20 & 1) != 0, mode == 2);
      // A write without AN_RESTART changes nothing.
      b.autoc((mode ^ 1) << 13 | supports);
      b.wait(200 * kMillisecond);
      EXPECT_EQ(b.link.up(), up);
      EXPECT_EQ(b.changes.size(), up ? 2u : 0u);
    }
  }
}

// The same for the 82599, with its modes 3 (10 Gb/s serial), 5 (SGMII) and 7 (lanes with SGMII), and all of
// LINKS.
TEST(LinkModes, AgreeWithEveryPartnerOnTheSuccessor) {
  for (std::uint32_t mode = 0; mode < 8; ++mode) {
    for (unsigned bits = 0; bits < 64; ++bits) {
      SCOPED_TRACE(testing::Message() << mode << ' ' << bits);
      LinkPartner partner;
      partner.present = (bits & 1) != 0;
      partner.speed_10g = (bits & 2) != 0;
      partner.speed_1g = (bits & 4) != 0;
      const std::uint32_t supports = (bits & 8 ? kKx : 0) | (bits & 16 ? kKx4 : 0) | (bits & 32 ? kKr : 0);
      const bool lanes = mode == 4 || mode == 6 || mode == 7;
      const bool ten = partner.speed_10g && (mode == 1 || mode == 3 || (lanes && (bits & 48) != 0));
      const bool one =
          partner.speed_1g && (mode == 0 || mode == 2 || mode == 5 || (lanes && (bits & 8) != 0));
      const bool up = partner.present && (ten || one);
      const std::uint32_t of_mode = mode == 2 ? 1u << 20 : 0;  // negotiation at 1 Gb/s
      const std::uint32_t shown =
          of_mode |
          (up ? kUp | (ten ? 3u << 28 | kFourLanes : 2u << 28 | kOneLane) | (lanes ? 1u << 31 : 0) : 0);
      LinkBench b(mode << 13 | supports, partner, true);
      EXPECT_EQ(b.links(), shown);
      b.wait(kMicrosecond);
      b.autoc(mode << 13 | supports | kRestart);
      EXPECT_EQ(b.links(), of_mode);
      const bool at_once = mode == 0 || mode == 1 || mode == 3;
      const Time takes = at_once ? 20 * kMicrosecond : 100 * kMillisecond;
      b.wait(takes - 1);
      if (mode != 5) {
        EXPECT_FALSE(b.link.up());
      }
      b.wait(4'000);
      EXPECT_EQ(b.links(), shown);
      if (mode != 5) {
        EXPECT_EQ(b.registers.read(0x04324) >> 6 & 1, up && !at_once ? 1u : 0u) << "AN_SUPPORTED";
      }
    }
  }
}

// KR is no ability of the 82598, whose LINKS has one lane at 1 Gb/s and four at 10 Gb/s.
TEST(LinkModes, LanesOfThe82598) {
  LinkPartner both;
  both.speed_1g = true;
  EXPECT_FALSE(LinkBench(4u << 13 | kKr, both).link.up());
  EXPECT_EQ(LinkBench(0u << 13, both).links(), kUp | kOneLane);
  EXPECT_EQ(LinkBench(1u << 13, both).links(), kUp | kIs10G | kFourLanes);
}

// AN_STATE of the 82599 is 0 until a restart that negotiates, or that toggles bit 2 of LMS, has been active
// for 20 us. A reset is no such restart in mode 3, which does not negotiate.
TEST(LinkModes, StateOfTheNegotiation) {
  LinkBench b(3u << 13, LinkPartner(), true);
  const auto state = [&b] { return b.registers.read(0x042B0) >> 16 & 0xf; };
  EXPECT_EQ(state(), 0u);
  b.autoc(3u << 13 | kRestart);
  b.wait(kMillisecond);
  EXPECT_EQ(state(), 0u) << "neither";
  for (const std::uint32_t mode : {7u, 3u}) {
    SCOPED_TRACE(mode);
    b.autoc(mode << 13 | kKx4 | kRestart);
    EXPECT_EQ(state(), 0u);
    b.wait(20 * kMicrosecond - 1);
    EXPECT_EQ(state(), 0u);
    b.wait(1);
    EXPECT_EQ(state(), 1u);
    b.autoc(mode << 13 | kKx4);
    EXPECT_EQ(state(), 1u) << "no restart";
    b.wait(200 * kMillisecond);
    EXPECT_EQ(state(), 1u);
  }
  b.link.reset(b.agenda.now());
  b.wait(kMillisecond);
  EXPECT_EQ(state(), 0u);
  // It is a register of the 82599.
  LinkBench old(6u << 13 | kKx4, LinkPartner());
  old.autoc(6u << 13 | kKx4 | kRestart);
  old.wait(200 * kMillisecond);
  EXPECT_EQ(old.registers.read(0x042B0) >> 16 & 0xf, 0u);
}

// Only another restart begins the time again.
TEST(LinkModes, AWriteWithoutRestartDelaysNoLink) {
  for (const bool again : {false, true}) {
    LinkBench b(1u << 13, LinkPartner());
    b.autoc(1u << 13 | kRestart);
    b.wait(10 * kMicrosecond);
    b.autoc(1u << 13 | (again ? kRestart : 0));
    b.wait(10 * kMicrosecond + 4'000);
    EXPECT_EQ(b.link.up(), !again);
    b.wait(10 * kMicrosecond);
    EXPECT_TRUE(b.link.up());
    EXPECT_EQ(b.changes.size(), 2u);
  }
}

// Software that takes FLU back gets the link of the mode in effect. If that has the same speed, it is the
// link that there is.
TEST(LinkModes, BehindAForcedLinkIsThatOfTheMode) {
  LinkBench b(1u << 13, LinkPartner());
  b.autoc(1u << 13 | 1);
  b.autoc(1u << 13);
  EXPECT_TRUE(b.link.up());
  EXPECT_TRUE(b.changes.empty());
  b.autoc(0u << 13 | 1);
  EXPECT_EQ(b.links() & (kUp | kIs10G), kUp);
  EXPECT_EQ(b.changes.size(), 1u);
  b.autoc(1u << 13);
  EXPECT_FALSE(b.link.up());
  EXPECT_EQ(b.changes.size(), 2u);
  b.wait(20 * kMicrosecond - 1);
  EXPECT_FALSE(b.link.up());
  b.wait(4'000);
  EXPECT_EQ(b.links() & (kUp | kIs10G), kUp | kIs10G);
  EXPECT_EQ(b.changes.size(), 3u);
}

// Software has written a mode, and not AN_RESTART: another link partner meets the mode in effect.
TEST(LinkModes, AnotherPartnerMeetsTheModeInEffect) {
  LinkPartner partner;
  partner.speed_1g = true;
  LinkBench b(1u << 13, partner);
  b.autoc(0u << 13);
  for (const bool there : {false, true}) {
    partner.present = there;
    b.link.partner_changed(partner, b.agenda.now());
    EXPECT_FALSE(b.link.up());
  }
  b.wait(25 * kMicrosecond);
  EXPECT_EQ(b.links() & (kUp | kIs10G), kUp | kIs10G);
  b.autoc(0u << 13 | kRestart);
  b.wait(25 * kMicrosecond);
  EXPECT_EQ(b.links() & (kUp | kIs10G), kUp);
}

// Nor does AN_RESTART of the PCS put the mode into effect: it negotiates at 1 Gb/s again.
TEST(LinkModes, ThePcsKeepsTheModeInEffect) {
  LinkPartner partner;
  partner.speed_1g = true;
  LinkBench b(2u << 13, partner);
  b.autoc(1u << 13);
  b.registers.write(0x04208, 1u << 17, RegisterSpace::kBar0, b.agenda.now());
  EXPECT_FALSE(b.link.up());
  b.wait(100 * kMillisecond + 4'000);
  EXPECT_EQ(b.links() & (kUp | kIs10G | 1u << 20), kUp | 1u << 20);
}

// A reset puts the mode that software has written into effect, as AN_RESTART does.
TEST(LinkModes, AResetPutsTheModeIntoEffect) {
  LinkPartner partner;
  partner.speed_1g = true;
  LinkBench b(1u << 13, partner);
  b.autoc(0u << 13);
  b.link.reset(b.agenda.now());
  b.wait(25 * kMicrosecond);
  EXPECT_EQ(b.links() & (kUp | kIs10G), kUp);
}

// A fault counts on a link that is up. Here the port is in a mode of 1 Gb/s, and its link partner is not.
TEST(LinkModes, NoRemoteFaultWithoutALink) {
  LinkPartner partner;
  LinkBench b(0u << 13, partner);
  ASSERT_FALSE(b.link.up());
  partner.remote_fault = true;
  b.link.partner_changed(partner, b.agenda.now());
  EXPECT_EQ(b.faults, 0u);
}

TEST(LinkModes, ForcedUpAtTheSpeedOfTheMode) {
  for (unsigned mode = 0; mode < 8; ++mode) {
    LinkPartner absent;
    absent.present = false;
    LinkBench b(mode << 13, absent);
    b.wait(kMicrosecond);
    b.autoc(mode << 13 | 1);
    EXPECT_TRUE(b.link.up());
    EXPECT_EQ(b.changes, std::vector<Time>{kMicrosecond});
    EXPECT_EQ(b.link.speed() == LinkSpeed::k1G, mode == 0 || mode == 2);
    // No lanes behind it.
    EXPECT_EQ(b.links() & 0x0007ff00, 0u);
    b.autoc(mode << 13);
    EXPECT_FALSE(b.link.up());
    EXPECT_EQ(b.changes.size(), 2u);
  }
}

// The EEPROM may force it up from the start.
TEST(LinkModes, AForcedLinkIsUpFromTheStart) {
  for (const std::uint32_t mode : {0u, 1u}) {
    LinkPartner absent;
    absent.present = false;
    const LinkBench b(mode << 13 | 1, absent);
    EXPECT_TRUE(b.link.up());
    EXPECT_EQ(b.link.speed() == LinkSpeed::k1G, mode == 0);
  }
}

// A forced link that changes its speed is another link.
TEST(LinkModes, AForcedLinkFollowsItsMode) {
  LinkBench b(1 << 13, LinkPartner());
  b.autoc(1 << 13 | 1);
  EXPECT_EQ(b.links() & (kUp | kIs10G), kUp | kIs10G);
  EXPECT_TRUE(b.changes.empty());
  b.autoc(0 << 13 | 1);
  EXPECT_EQ(b.links() & (kUp | kIs10G), kUp);
  EXPECT_EQ(b.changes.size(), 1u);
  b.autoc(0 << 13 | 1);
  EXPECT_EQ(b.changes.size(), 1u);
}

// A link partner of 10 Gb/s sends nothing that a port forced to 1 Gb/s can lock to.
TEST(LinkModes, AForcedLinkOfAnotherSpeedThanTheLinkPartnerHasNoLane) {
  LinkBench b(1 << 13, LinkPartner());
  EXPECT_NE(b.links() & 0x0007ff00, 0u);
  b.autoc(0 << 13 | 1);
  EXPECT_EQ(b.links() & (kUp | kIs10G), kUp);
  EXPECT_EQ(b.links() & 0x0007ff00, 0u);
}

// The end of a negotiation that was under way when the link was forced up does not change the forced speed.
TEST(LinkModes, AForcedLinkIsNotThatOfANegotiationUnderWay) {
  LinkBench b(4u << 13 | kKx4, LinkPartner());
  ASSERT_TRUE(b.link.up());
  b.autoc(4u << 13 | kKx4 | kRestart);
  EXPECT_FALSE(b.link.up());
  b.wait(50 * kMillisecond);
  b.autoc(1);  // mode 0: 1 Gb/s
  EXPECT_EQ(b.links() & (kUp | kIs10G), kUp);
  EXPECT_EQ(b.changes.size(), 2u);
  b.wait(100 * kMillisecond);
  EXPECT_EQ(b.links() & (kUp | kIs10G), kUp);
  EXPECT_EQ(b.changes.size(), 2u);
}

// In the PCS only AN_RESTART, and only where it negotiates, takes the link down for its time.
TEST(LinkModes, ThePcsNegotiatesAnewWhenAsked) {
  for (const unsigned mode : {0u, 1u, 2u}) {
    LinkPartner partner;
    partner.speed_1g = true;
    LinkBench b(mode << 13, partner);
    b.registers.write(0x04208, 0, RegisterSpace::kBar0, b.agenda.now());
    EXPECT_TRUE(b.link.up()) << mode;
    b.registers.write(0x04208, 1u << 17, RegisterSpace::kBar0, b.agenda.now());
    EXPECT_EQ(b.link.up(), mode != 2) << mode;
    b.wait(100 * kMillisecond + 4'000);
    EXPECT_TRUE(b.link.up()) << mode;
    EXPECT_EQ(b.changes.size(), mode == 2 ? 2u : 0u) << mode;
  }
}

TEST(LinkModes, AnotherPartnerIsAnotherLink) {
  LinkPartner partner;
  LinkBench b(1 << 13, partner);
  b.wait(kMicrosecond);
  // Only what it advertises changes: the link stays.
  partner.symmetric_pause = true;
  b.link.partner_changed(partner, b.agenda.now());
  EXPECT_TRUE(b.link.up());
  EXPECT_EQ(b.faults, 0u);
  partner.remote_fault = true;
  b.link.partner_changed(partner, b.agenda.now());
  b.link.partner_changed(partner, b.agenda.now());
  EXPECT_EQ(b.faults, 1u);
  partner.remote_fault = false;
  b.link.partner_changed(partner, b.agenda.now());
  EXPECT_EQ(b.faults, 1u);
  for (unsigned what = 0; what < 2; ++what) {
    (what == 0 ? partner.speed_1g : partner.speed_10g) ^= true;
    b.link.partner_changed(partner, b.agenda.now());
    EXPECT_FALSE(b.link.up()) << what;
    b.wait(25 * kMicrosecond);
    EXPECT_EQ(b.link.up(), what == 0) << what;
  }
  partner.speed_10g = true;
  b.link.partner_changed(partner, b.agenda.now());
  b.wait(10 * kMicrosecond);
  partner.present = false;
  b.link.partner_changed(partner, b.agenda.now());
  b.wait(100 * kMicrosecond);
  EXPECT_FALSE(b.link.up());
  partner.present = true;
  b.link.partner_changed(partner, b.agenda.now());
  b.wait(19 * kMicrosecond);
  EXPECT_FALSE(b.link.up());
  b.wait(2 * kMicrosecond);
  EXPECT_TRUE(b.link.up());
}

// Abilities of the link partner that software reads: ANLP1 after negotiation, the PCS registers at 1 Gb/s.
TEST(LinkModes, ShowWhatThePartnerSays) {
  for (unsigned bits = 0; bits < 8; ++bits) {
    for (const unsigned mode : {0u, 1u, 2u, 6u}) {
      LinkPartner partner;
      partner.speed_10g = mode == 1 || mode == 6;
      partner.speed_1g = !partner.speed_10g;
      partner.symmetric_pause = (bits & 1) != 0;
      partner.asymmetric_pause = (bits & 2) != 0;
      partner.remote_fault = (bits & 4) != 0;
      SCOPED_TRACE(testing::Message() << bits << ' ' << mode);
      LinkBench b(mode << 13 | kKx4, partner);
      ASSERT_TRUE(b.link.up());
      const std::uint32_t pauses = (bits & 1) << 10 | (bits & 2) << 10;
      EXPECT_EQ(b.registers.read(0x042B0) & 0xc00, mode >= 2 ? pauses : 0u);
      const std::uint32_t status = b.registers.read(0x0420C);
      const bool one = mode == 0 || mode == 2;
      EXPECT_EQ(status & 0x11, one ? 0x11u : 0u);
      EXPECT_EQ(status >> 16 & 1, mode == 2 ? 1u : 0u);
      EXPECT_EQ(status >> 19 & 1, mode == 2 && (bits & 4) != 0 ? 1u : 0u);
      EXPECT_EQ(b.registers.read(0x0421C),
                mode == 2 ? 0x20u | ((bits & 1) != 0 ? 0x80u : 0) | ((bits & 2) != 0 ? 0x100u : 0) : 0u);
      const std::uint32_t links = b.links();
      EXPECT_EQ((links >> 17 & 1) != 0, !one);          // 10G_ALIGN
      EXPECT_EQ((links >> 18 & 1) != 0, one);           // 1G_SYNC
      EXPECT_EQ((links >> 21 & 3), one ? 1u : 2u);      // PCS1G_EN, XGXS_EN
      EXPECT_EQ(links & 0x17000, one ? 0u : 0x16000u);  // four lanes, and no fault
    }
  }
}

// --- The LEDs.

// BLINK makes every lit LED blink, also one that blinks with the activity by itself.
TEST(LedModes, BlinkDoesNotNeedActivity) {
  constexpr std::uint32_t kBlink = 0x80;
  LedSigns signs;
  signs.link_up = true;
  for (const std::uint32_t mode : {0u, 4u, 14u}) {  // link, link and activity, on
    EXPECT_EQ(Leds::show(mode, signs)[0], Led::kOn) << mode;
    EXPECT_EQ(Leds::show(mode | kBlink, signs)[0], Led::kBlinking) << mode;
  }
}

// Modes 1 (10 Gb/s) and 5 (1 Gb/s) show a speed only while there is a link, whatever the last one had.
TEST(LedModes, ASpeedNeedsALink) {
  for (const bool up : {false, true}) {
    for (const bool ten : {false, true}) {
      LedSigns signs;
      signs.link_up = up;
      signs.speed_10g = ten;
      EXPECT_EQ(Leds::show(1, signs)[0], up && ten ? Led::kOn : Led::kOff) << up << ten;
      EXPECT_EQ(Leds::show(5, signs)[0], up && !ten ? Led::kOn : Led::kOff) << up << ten;
    }
  }
}

// Every mode, signal, inversion and blink, at each of the LEDs in turn; the others are off. Modes without a
// meaning are off.
TEST(LedModes, ShowTheirSignals) {
  for (std::uint32_t control = 0; control < 256; ++control) {
    for (unsigned bits = 0; bits < 16; ++bits) {
      SCOPED_TRACE(testing::Message() << control << ' ' << bits);
      LedSigns signs;
      signs.link_up = (bits & 1) != 0;
      signs.speed_10g = (bits & 2) != 0;
      signs.mac_activity = (bits & 4) != 0;
      signs.filter_activity = (bits & 8) != 0;
      const unsigned mode = control & 0xf;
      const bool on_in[16] = {signs.link_up,
                              signs.link_up && signs.speed_10g,
                              signs.mac_activity,
                              signs.filter_activity,
                              signs.link_up,
                              signs.link_up && !signs.speed_10g,
                              false,
                              false,
                              false,
                              false,
                              false,
                              false,
                              false,
                              false,
                              true,
                              false};
      const bool lit = on_in[mode] != ((control & 0x40) != 0);
      const bool blinks = (control & 0x80) != 0 || (mode == 4 && signs.mac_activity);
      const unsigned place = (control + bits) % 4;
      const std::uint32_t others = 0x0f0f0f0fu & ~(0xffu << (8 * place));
      const std::array<Led, 4> leds = Leds::show(others | control << (8 * place), signs);
      for (unsigned i = 0; i < 4; ++i)
        EXPECT_EQ(leds[i], i != place || !lit ? Led::kOff : blinks ? Led::kBlinking : Led::kOn);
    }
  }
}

// --- The analog registers.

// Byte 0xff is the last of the 256. A read shows it 10 us after its address was latched, to the picosecond.
TEST(AnalogAccess, AReadTakesItsTime) {
  Agenda agenda;
  RegisterFile registers;
  AnalogRegisters analog(agenda, registers);
  const auto write = [&](std::uint32_t value) {
    registers.write(0x04800, value, RegisterSpace::kBar0, agenda.now());
  };
  const auto shown = [&registers] { return registers.read(0x04800) & 0xff; };
  for (const std::uint32_t address : {0xffu, 0x7fu, 0x00u}) write(address << 8 | (address ^ 0x5a));
  for (const unsigned address : {0xffu, 0x7fu, 0x00u})
    EXPECT_EQ(analog.value(static_cast<std::uint8_t>(address)), address ^ 0x5a) << address;
  EXPECT_EQ(analog.value(0xfe), 0);
  for (const std::uint32_t address : {0xffu, 0x7fu}) {
    write(1u << 16 | address << 8);
    agenda.advance(agenda.now() + 5 * kMicrosecond);
    write(1u << 16 | address << 8);  // latched again, the time begins again
    agenda.advance(agenda.now() + 10 * kMicrosecond - 1);
    EXPECT_EQ(shown(), 0u);
    agenda.advance(agenda.now() + 1);
    EXPECT_EQ(shown(), address ^ 0x5a);
  }
  analog.power_on();
  for (const unsigned address : {0xffu, 0x7fu, 0x00u})
    EXPECT_EQ(analog.value(static_cast<std::uint8_t>(address)), 0u) << address;
}

// --- MDIO.

class MdioBench {
 public:
  explicit MdioBench(const PhyConfig& phy, CageModule module = CageModule::kAbsent)
      : cage(registers, module), mdio(agenda, registers, phy, cage) {
    registers.set(Reg::HLREG0, 0, 1u << 16);  // MDCSPD
  }
  void command(unsigned op, unsigned phy, unsigned device, unsigned address = 0, unsigned st = 0) {
    registers.write(0x0425C, address | device << 16 | phy << 21 | op << 26 | st << 28 | 1u << 30,
                    RegisterSpace::kBar0, agenda.now());
  }
  unsigned run(unsigned op, unsigned phy, unsigned device, unsigned address = 0, unsigned st = 0) {
    command(op, phy, device, address, st);
    EXPECT_NE(registers.read(0x0425C) >> 30 & 1, 0u);
    agenda.advance(agenda.now() + 30 * kMicrosecond);
    EXPECT_EQ(registers.read(0x0425C) >> 30 & 1, 0u);
    return registers.read(0x04260) >> 16;
  }
  void data(unsigned value) { registers.write(0x04260, value); }
  Agenda agenda;
  RegisterFile registers;
  ModuleCage cage;
  Mdio mdio;
};

TEST(ManagementInterface, Clause45) {
  PhyConfig phy;
  phy.present = true;
  phy.address = 9;
  phy.devices = 0x8000000a;  // 1, 3 and 31
  phy.registers = {{3, 0x100, 0xabcd}, {3, 0xffff, 0x7777}};
  MdioBench b(phy);
  const auto read = [&b](unsigned at, unsigned device, unsigned address) {
    b.run(0, at, device, address);
    return b.run(3, at, device);
  };
  EXPECT_EQ(read(9, 1, 2), 0x0043u);
  EXPECT_EQ(read(9, 1, 3), 0xA400u);
  EXPECT_EQ(read(9, 31, 5), 0x000au);
  EXPECT_EQ(read(9, 3, 6), 0x8000u);
  EXPECT_EQ(read(9, 3, 8), 0x8000u);
  EXPECT_EQ(read(9, 3, 9), 0u);
  EXPECT_EQ(read(9, 3, 0x100), 0xabcdu);
  EXPECT_EQ(read(9, 2, 2), 0xffffu);
  EXPECT_EQ(read(8, 3, 2), 0xffffu);
  // Read with step: the address goes on, up to the last.
  b.run(0, 9, 3, 1);
  EXPECT_EQ(b.run(2, 9, 3), 0u);
  EXPECT_EQ(b.run(2, 9, 3), 0x0043u);
  EXPECT_EQ(b.run(3, 9, 3), 0xA400u);
  EXPECT_EQ(b.run(3, 9, 3), 0xA400u);
  b.run(0, 9, 3, 0xffff);
  EXPECT_EQ(b.run(2, 9, 3), 0x7777u);
  EXPECT_EQ(b.run(2, 9, 3), 0x7777u);
  // Writes: to the device and address that were named, and to none that is absent.
  b.data(0x1357);
  b.run(0, 9, 1, 0x20);
  b.run(1, 9, 1);
  EXPECT_EQ(read(9, 1, 0x20), 0x1357u);
  EXPECT_EQ(read(9, 3, 0x20), 0u);
  b.run(0, 9, 2, 0x20);
  b.run(1, 9, 2);
  EXPECT_EQ(read(9, 2, 0x20), 0xffffu);
  // Each device has its own address.
  b.run(0, 9, 1, 2);
  b.run(0, 9, 3, 0x100);
  EXPECT_EQ(b.run(3, 9, 1), 0x0043u);
  EXPECT_EQ(b.run(3, 9, 3), 0xabcdu);
}

// The address frame of another PHY, even of one that is absent, does not move the address of this one.
TEST(ManagementInterface, EachPhyHasItsOwnAddress) {
  PhyConfig phy;
  phy.present = true;
  phy.address = 9;
  phy.devices = 2;
  MdioBench b(phy);
  b.run(0, 9, 1, 2);
  b.run(0, 8, 1, 3);
  EXPECT_EQ(b.run(3, 9, 1), 0x0043u);
}

TEST(ManagementInterface, Clause22) {
  PhyConfig phy;
  phy.present = true;
  phy.address = 1;
  phy.devices = 1;
  phy.registers = {{0, 4, 0x1234}};
  MdioBench b(phy);
  EXPECT_EQ(b.run(3, 1, 4, 0, 1), 0x1234u);
  EXPECT_EQ(b.run(2, 1, 4, 0, 1), 0x1234u);
  EXPECT_EQ(b.run(3, 2, 4, 0, 1), 0xffffu);
  b.data(0x5678);
  b.run(1, 1, 5, 0, 1);
  EXPECT_EQ(b.run(3, 1, 5, 0, 1), 0x5678u);
  EXPECT_EQ(b.run(3, 1, 4, 0, 1), 0x1234u);
}

// The registers of clause 22 are those of device 0, which most PHYs of clause 45 do not have.
TEST(ManagementInterface, Clause22NeedsDevice0) {
  PhyConfig phy;
  phy.present = true;
  phy.devices = 2;
  MdioBench b(phy);
  EXPECT_EQ(b.run(3, 0, 2, 0, 1), 0xffffu);
  b.run(0, 0, 1, 2);
  EXPECT_EQ(b.run(3, 0, 1), 0x0043u);
}

// Bit 15 of register 0 resets the device that was named, from its first register to its last, and no other.
// Bit 15 of another register, and the other bits of register 0, are values.
TEST(ManagementInterface, AResetIsOfOneDevice) {
  PhyConfig phy;
  phy.present = true;
  phy.devices = 0x0a;  // 1 and 3
  phy.registers = {{1, 0x20, 0x1111}, {3, 0x20, 0x3333}};
  MdioBench b(phy);
  const auto write = [&b](unsigned device, unsigned address, unsigned value) {
    b.data(value);
    b.run(0, 0, device, address);
    b.run(1, 0, device);
  };
  const auto read = [&b](unsigned device, unsigned address) {
    b.run(0, 0, device, address);
    return b.run(3, 0, device);
  };
  for (const unsigned device : {1u, 3u}) {
    for (const unsigned address : {0x01u, 0x20u, 0x21u, 0xffffu}) write(device, address, 0x8000 | address);
    write(device, 0, 0x7fff);
  }
  for (const unsigned device : {1u, 3u}) {
    EXPECT_EQ(read(device, 0), 0x7fffu);
    for (const unsigned address : {0x01u, 0x20u, 0x21u, 0xffffu})
      EXPECT_EQ(read(device, address), 0x8000 | address);
  }
  write(3, 0, 0x8000);
  EXPECT_EQ(read(3, 0x20), 0x3333u);
  for (const unsigned address : {0x00u, 0x01u, 0x21u, 0xffffu}) EXPECT_EQ(read(3, address), 0u) << address;
  EXPECT_EQ(read(3, 2), 0x0043u);
  EXPECT_EQ(read(1, 0), 0x7fffu);
  for (const unsigned address : {0x01u, 0x20u, 0x21u, 0xffffu}) EXPECT_EQ(read(1, address), 0x8000 | address);
}

// A NetLogic PHY: 0xC30A takes target and place, 0xC30C says 1 or 2 for pass or fail, 0xC30B has the byte in
// its high half; 0xC79F has the link. Only a read of the identity page passes. Source: ixgbe_phy.c.
TEST(ManagementInterface, ANetLogicPhyReadsOnlyTheIdentity) {
  PhyConfig phy;
  phy.present = true;
  phy.devices = 0x0a;
  phy.identifier = kPhyNetLogic;
  MdioBench b(phy, CageModule::kLongRange);
  const auto read = [&b](unsigned device, unsigned address) {
    b.run(0, 0, device, address);
    return b.run(3, 0, device);
  };
  const auto module = [&](unsigned value, unsigned device = 1) {
    b.data(value);
    b.run(0, 0, device, 0xc30a);
    b.run(1, 0, device);
    return read(device, 0xc30c) << 16 | read(device, 0xc30b);
  };
  EXPECT_EQ(module(0xa100 | 3), 1u << 16 | 0x2000u) << "LR";
  EXPECT_EQ(module(0xa100 | 0xff), 1u << 16);
  EXPECT_EQ(module(0xa100 | 0), 1u << 16 | 0x0300u);
  EXPECT_EQ(module(0xa000 | 3), 2u << 16) << "a write";
  EXPECT_EQ(module(0xa100 | 2), 1u << 16 | 0x0700u);
  EXPECT_EQ(module(0xa300 | 3), 2u << 16) << "the diagnostics";
  EXPECT_EQ(module(0xa100 | 3, 3), 0u) << "registers of device 1 alone";
  for (const bool up : {true, false}) {
    b.mdio.set_link(up);
    EXPECT_EQ(read(1, 0xc79f), up ? 1u : 0u);
    EXPECT_EQ(read(3, 0xc79f), 0u);
  }
  phy.identifier = 0x0043A400;
  MdioBench other(phy, CageModule::kLongRange);
  other.mdio.set_link(true);
  other.data(0xa103);
  other.run(0, 0, 1, 0xc30a);
  other.run(1, 0, 1);
  for (const unsigned address : {0xc30bu, 0xc30cu, 0xc79fu}) {
    other.run(0, 0, 1, address);
    EXPECT_EQ(other.run(3, 0, 1), 0u) << "another PHY has nothing there";
  }
}

// A command takes 64 clocks of 24 or 2.4 MHz. Meanwhile the data are the old ones, and another command has no
// effect.
TEST(ManagementInterface, TakesItsTime) {
  PhyConfig phy;
  phy.present = true;
  phy.devices = 2;
  phy.registers = {{1, 0, 0x1111}};
  for (const bool fast : {false, true}) {
    MdioBench b(phy);
    b.registers.set(Reg::HLREG0, 0, fast ? 1u << 16 : 0);
    const Time takes = fast ? 2'666'667 : 26'666'667;
    b.command(3, 0, 1);
    b.agenda.advance(takes - 1);
    EXPECT_EQ(b.registers.read(0x0425C) >> 30 & 1, 1u);
    EXPECT_EQ(b.registers.read(0x04260) >> 16, 0u);
    b.command(3, 0, 2);  // ignored: else it would read all ones
    b.agenda.advance(takes);
    EXPECT_EQ(b.registers.read(0x0425C) >> 30 & 1, 0u);
    EXPECT_EQ(b.registers.read(0x04260) >> 16, 0x1111u);
    // Without MDI_CMD nothing begins.
    b.registers.write(0x0425C, 2u << 16 | 3u << 26);
    EXPECT_EQ(b.registers.read(0x0425C) >> 30 & 1, 0u);
    EXPECT_EQ(b.registers.read(0x04260) >> 16, 0x1111u);
    b.command(3, 0, 2);
    EXPECT_EQ(b.registers.read(0x04260) >> 16, 0x1111u);
    b.mdio.reset();
    EXPECT_EQ(b.registers.read(0x0425C) >> 30 & 1, 0u);
    EXPECT_EQ(b.registers.read(0x04260) >> 16, 0u);
  }
}

// --- The clock of IEEE 1588.

// SYSTIM counts ticks of 6.4 ns, at 1 Gb/s of 64 ns. A change of the speed keeps what has been counted.
TEST(TimeSyncClock, GoesOnWhenTheLinkChangesItsSpeed) {
  Agenda agenda;
  RegisterFile registers(RegisterSet::k82599);
  TimeSync clock(agenda, registers);
  const auto shown = [&registers] { return registers.read(0x08C0C); };  // SYSTIML
  registers.write(0x08C14, 2u << 24 | 3);                               // TIMINCA: 3 in two ticks
  agenda.advance(100 * 2 * 6'400);
  EXPECT_EQ(shown(), 300u);
  clock.set_byte_time(8'000);
  EXPECT_EQ(shown(), 300u);
  agenda.advance(agenda.now() + 100 * 2 * 64'000);
  EXPECT_EQ(shown(), 600u);
  clock.set_byte_time(800);
  EXPECT_EQ(shown(), 600u);
  agenda.advance(agenda.now() + 100 * 2 * 6'400);
  EXPECT_EQ(shown(), 900u);
}

// A driver that adjusts the frequency writes TIMINCA again and again: the time that has passed keeps its
// value.
TEST(TimeSyncClock, ANewIncrementCountsFromItsWriteOn) {
  Agenda agenda;
  RegisterFile registers(RegisterSet::k82599);
  TimeSync clock(agenda, registers);
  registers.write(0x08C14, 1u << 24 | 64, RegisterSpace::kBar0, 0);  // TIMINCA: 64 a tick
  agenda.advance(100 * 6'400);
  registers.write(0x08C14, 1u << 24 | 32, RegisterSpace::kBar0, agenda.now());
  EXPECT_EQ(registers.read(0x08C0C), 6'400u);  // SYSTIML
  agenda.advance(200 * 6'400);
  EXPECT_EQ(registers.read(0x08C0C), 9'600u);
}

// Writes of the same value between two increments, as drivers make them, cost no time. Nor does a link that
// comes up again at the same speed.
TEST(TimeSyncClock, RepeatedWritesOfTheIncrementLoseNoTime) {
  Agenda agenda;
  RegisterFile registers(RegisterSet::k82599);
  TimeSync clock(agenda, registers);
  for (std::uint32_t i = 0; i <= 1'000; ++i) {
    agenda.advance(5'000 * i);
    registers.write(0x08C14, 2u << 24 | 3, RegisterSpace::kBar0, agenda.now());  // TIMINCA: 12.8 ns
    if (i % 3 == 0) clock.set_byte_time(800);
    ASSERT_EQ(registers.read(0x08C0C), 5'000 * i / 12'800 * 3) << i;  // SYSTIML
  }
}

// A write of TIMINCA leaves the clock at its value. The next increment is that of the new period, counted
// from the last one.
TEST(TimeSyncClock, ANewPeriodCountsFromTheLastIncrement) {
  Agenda agenda;
  RegisterFile registers(RegisterSet::k82599);
  TimeSync clock(agenda, registers);
  const auto write = [&](std::uint32_t ticks, std::uint32_t value) {
    const std::uint32_t before = registers.read(0x08C0C);  // SYSTIML
    registers.write(0x08C14, ticks << 24 | value, RegisterSpace::kBar0, agenda.now());
    EXPECT_EQ(registers.read(0x08C0C), before);
  };
  const auto increments_at = [&](Time time, std::uint32_t from, std::uint32_t to) {
    agenda.advance(time - 1);
    EXPECT_EQ(registers.read(0x08C0C), from);
    agenda.advance(time);
    EXPECT_EQ(registers.read(0x08C0C), to);
  };
  write(10, 1);  // 64 ns
  agenda.advance(60'000);
  write(4, 1);  // 25.6 ns, two of which have passed without an increment
  increments_at(3 * 25'600, 0, 1);
  agenda.advance(80'000);
  write(2, 5);
  increments_at(3 * 25'600 + 12'800, 1, 6);
  agenda.advance(90'000);
  write(0, 5);
  agenda.advance(100'000);
  write(1, 7);
  increments_at(106'400, 6, 13);
}

// With TIMINCA 0, its value after a reset, the clock does not advance.
TEST(TimeSyncClock, StandsStillAfterAReset) {
  Agenda agenda;
  RegisterFile registers(RegisterSet::k82599);
  TimeSync clock(agenda, registers);
  registers.write(0x08C14, 1u << 24 | 64, RegisterSpace::kBar0, 0);
  agenda.advance(100 * 6'400);
  EXPECT_EQ(registers.read(0x08C0C), 6'400u);
  registers.reset(RegisterFile::Reset::kSoftware);
  clock.reset();
  EXPECT_EQ(registers.read(0x08C14), 0u);
  EXPECT_EQ(registers.read(0x08C0C), 0u);
  agenda.advance(200 * 6'400);
  EXPECT_EQ(registers.read(0x08C0C), 0u);
}

// A read of SYSTIML holds SYSTIMH up to its read. Software that sets the clock in between reads what it has
// set.
TEST(TimeSyncClock, AWriteReplacesTheHighWordThatIsHeld) {
  Agenda agenda;
  RegisterFile registers(RegisterSet::k82599);
  TimeSync clock(agenda, registers);
  EXPECT_EQ(registers.read(0x08C0C), 0u);  // SYSTIML
  registers.write(0x08C10, 7);             // SYSTIMH
  EXPECT_EQ(registers.read(0x08C10), 7u);
}

// INCVAL has 24 bits and INCPERIOD 8; the count carries into the high word. The read of SYSTIML holds the
// high word for one read of SYSTIMH. A write of either word keeps the other as it is then.
TEST(TimeSyncClock, HasTwoWords) {
  Agenda agenda;
  RegisterFile registers(RegisterSet::k82599);
  TimeSync clock(agenda, registers);
  const auto write = [&](std::uint32_t offset, std::uint32_t value) {
    registers.write(offset, value, RegisterSpace::kBar0, agenda.now());
  };
  const auto read = [&](std::uint32_t offset) {
    return registers.read(offset, RegisterSpace::kBar0, agenda.now());
  };
  constexpr std::uint32_t kLow = 0x08C0C, kHigh = 0x08C10, kIncrement = 0x08C14;
  constexpr Time kTick = 6'400;
  write(kLow, 0xffffffff);
  write(kHigh, 1);
  write(kIncrement, 200u << 24 | 0xffffff);
  EXPECT_EQ(read(kLow), 0xffffffffu);  // held: 1
  agenda.advance(200 * kTick - 1);
  EXPECT_EQ(read(kLow), 0xffffffffu);
  agenda.advance(200 * kTick);
  EXPECT_EQ(read(kHigh), 1u) << "held";
  EXPECT_EQ(read(kHigh), 2u);
  EXPECT_EQ(read(kLow), 0x00fffffeu);
  EXPECT_EQ(read(kHigh), 2u);
  // A write of the low word while the high one is held.
  write(kLow, 0xffffffff);
  EXPECT_EQ(read(kHigh), 2u) << "kept";
  read(kLow);
  agenda.advance(400 * kTick);
  write(kLow, 5);
  EXPECT_EQ(read(kHigh), 3u) << "no longer held";
  EXPECT_EQ(read(kLow), 5u);
  EXPECT_EQ(read(kHigh), 3u);
  agenda.advance(600 * kTick);
  write(kHigh, 7);
  EXPECT_EQ(read(kLow), 5u + 0xffffff) << "kept";
  EXPECT_EQ(read(kHigh), 7u);
}

// A clock that has just been reset holds no high word.
TEST(TimeSyncClock, AResetEndsTheHoldOfTheHighWord) {
  Agenda agenda;
  RegisterFile registers(RegisterSet::k82599);
  TimeSync clock(agenda, registers);
  registers.write(0x08C10, 7);
  EXPECT_EQ(registers.read(0x08C0C), 0u);  // holds 7
  registers.reset(RegisterFile::Reset::kSoftware);
  clock.reset();
  EXPECT_EQ(registers.read(0x08C10), 0u);
}

// A message in a frame, over Ethernet or over UDP, and the clock that it meets.
class StampBench {
 public:
  explicit StampBench(std::uint32_t type = 0) {
    registers.set(Reg::RXMTRL, 0, kPort << 16 | kMessage << 8 | kControl);
    registers.set(Reg::ETQF, 3, 0x88f7 | 1u << 30 | 1u << 31);
    registers.write(offset(Reg::TSYNCRXCTL), type << 1 | 1u << 4);
  }
  static std::uint32_t offset(Reg reg) { return info(RegisterSet::k82599, reg).offset; }
  std::uint32_t read(Reg reg) { return registers.read(offset(reg)); }
  // `first` is the first byte of the message, `control` its control field.
  bool receive(bool udp, std::uint32_t port, unsigned first, unsigned control, std::size_t length = 34,
               Time at = 0) {
    const std::size_t begin = udp ? 14 + 20 + 8 : 14;
    std::vector<std::uint8_t> frame(begin + 64, 0x77);
    FrameHeaders headers;
    headers.network = 14;
    store_be16(frame.data() + 12, udp ? 0x0800 : 0x88f7);
    if (udp) {
      headers.transport = 14 + 20;
      headers.packet_type = kPacketUdp;
      store_be16(frame.data() + 14 + 20 + 2, static_cast<std::uint16_t>(port));
    }
    frame[begin] = static_cast<std::uint8_t>(first);
    frame[begin + 32] = static_cast<std::uint8_t>(control);
    return clock.received({frame.data(), begin + length}, headers, at);
  }
  static constexpr std::uint32_t kPort = 319, kMessage = 2, kControl = 1;
  Agenda agenda;
  RegisterFile registers{RegisterSet::k82599};
  TimeSync clock{agenda, registers};
};

// TYPE selects kind and transport: 0 is version 2 over Ethernet, 1 version 1 over UDP, 2 version 2 over both,
// 4 any frame, 5 the events of version 2, whose types are below 8. A type is four bits. Version 1 has no
// message over Ethernet here. Source: registers.md, TSYNCRXCTL and RXMTRL.
TEST(TimeSyncMessages, AreThoseThatTypeSelects) {
  struct Case {
    std::uint32_t type;
    bool udp;
    std::uint32_t port;
    unsigned first, control;
    bool stamped;
  };
  for (const Case& c : {Case{0, false, 0, 0x02, 9, true}, {0, false, 0, 0x12, 9, true},
                        {0, false, 0, 0x03, 1, false},    {0, true, 319, 0x02, 1, false},
                        {1, true, 319, 0x09, 1, true},    {1, true, 319, 0x02, 2, false},
                        {1, true, 320, 0x02, 1, false},   {1, false, 0, 0x02, 1, false},
                        {2, false, 0, 0x02, 9, true},     {2, false, 0, 0x0a, 1, false},
                        {2, true, 319, 0xf2, 9, true},    {2, true, 319, 0x00, 1, false},
                        {2, true, 320, 0x02, 1, false},   {2, true, 319 + 0x100, 0x02, 1, false},
                        {4, false, 0, 0x0f, 9, true},     {4, true, 7, 0x0f, 9, true},
                        {5, false, 0, 0x00, 9, true},     {5, false, 0, 0x07, 9, true},
                        {5, false, 0, 0x08, 1, false},    {5, true, 319, 0x87, 9, true},
                        {5, true, 319, 0x0f, 1, false},   {5, true, 320, 0x00, 1, false}}) {
    SCOPED_TRACE(testing::Message() << c.type << ' ' << c.udp << ' ' << c.port << ' ' << c.first);
    StampBench b(c.type);
    ASSERT_TRUE(b.clock.receives());
    EXPECT_EQ(b.receive(c.udp, c.port, c.first, c.control), c.stamped);
    EXPECT_EQ(b.clock.receives(), !c.stamped);
    EXPECT_EQ(b.read(Reg::TSYNCRXCTL), c.type << 1 | 1u << 4 | (c.stamped ? 1u : 0));
  }
}

// The header of a message is 34 bytes long.
TEST(TimeSyncMessages, AreWhole) {
  for (const bool udp : {false, true}) {
    for (const std::size_t length : {std::size_t{33}, std::size_t{34}, std::size_t{0}}) {
      StampBench b(2);
      EXPECT_EQ(b.receive(udp, 319, 0x02, 0, length), length == 34) << udp << ' ' << length;
    }
  }
}

// Any of the filters may select the type of the frames, if both of its bits are set.
TEST(TimeSyncMessages, OverEthernetNeedAFilter) {
  constexpr std::uint32_t kTimestamp = 1u << 30, kValid = 1u << 31;
  for (const unsigned index : {0u, 3u, 7u}) {
    for (const std::uint32_t filter : {0x88f7 | kTimestamp | kValid, 0x88f7 | kTimestamp, 0x88f7 | kValid,
                                       0x88f6 | kTimestamp | kValid, 0x00f7 | kTimestamp | kValid}) {
      StampBench b(5);
      b.registers.set(Reg::ETQF, 3, 0);
      b.registers.set(Reg::ETQF, index, filter);
      EXPECT_EQ(b.receive(false, 0, 0, 0), filter == (0x88f7 | kTimestamp | kValid))
          << index << ' ' << filter;
    }
  }
}

// A stamp is there until its high word is read; the read of the low one changes nothing. Received and sent
// packets have a stamp each.
TEST(TimeSyncMessages, AStampStaysUntilItsHighWordIsRead) {
  StampBench b(5);
  EXPECT_FALSE(b.clock.sends()) << "not enabled";
  b.registers.write(StampBench::offset(Reg::TSYNCTXCTL), 1u << 4);
  EXPECT_TRUE(b.clock.receives() && b.clock.sends());
  b.registers.write(StampBench::offset(Reg::SYSTIMH), 0x1234'5678);
  b.registers.write(StampBench::offset(Reg::TIMINCA), 1u << 24 | 3);
  EXPECT_TRUE(b.receive(false, 0, 0, 0, 34, 100 * 6'400 - 1));
  EXPECT_TRUE(!b.clock.receives() && b.clock.sends());
  b.clock.sent(200 * 6'400);
  EXPECT_TRUE(!b.clock.receives() && !b.clock.sends());
  for (unsigned i = 0; i < 2; ++i) {
    EXPECT_EQ(b.read(Reg::RXSTMPL), 297u);
    EXPECT_EQ(b.read(Reg::TXSTMPL), 600u);
  }
  EXPECT_EQ(b.read(Reg::TSYNCTXCTL), 1u << 4 | 1u);
  EXPECT_TRUE(!b.clock.receives() && !b.clock.sends());
  EXPECT_EQ(b.read(Reg::RXSTMPH), 0x1234'5678u);
  EXPECT_TRUE(b.clock.receives() && !b.clock.sends());
  EXPECT_EQ(b.read(Reg::TXSTMPH), 0x1234'5678u);
  EXPECT_TRUE(b.clock.receives() && b.clock.sends());
  EXPECT_EQ(b.read(Reg::TSYNCRXCTL), 5u << 1 | 1u << 4);
  EXPECT_EQ(b.read(Reg::TSYNCTXCTL), 1u << 4);
  b.registers.reset(RegisterFile::Reset::kSoftware);
  b.clock.reset();
  EXPECT_TRUE(!b.clock.receives() && !b.clock.sends());
}

}  // namespace
}  // namespace ixsim::test
