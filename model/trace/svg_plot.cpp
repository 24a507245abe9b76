// Axes, lines and bars in a fixed frame; rows in a frame that grows with them.
#include "trace/svg_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace ixsim::trace {
namespace {

constexpr double kWidth = 760, kHeight = 260;
constexpr double kLeft = 78, kRight = 16, kTop = 34, kBottom = 46;
constexpr double kPlotWidth = kWidth - kLeft - kRight, kPlotHeight = kHeight - kTop - kBottom;
constexpr double kLegendRow = 16, kLegendColumn = 172;
constexpr std::size_t kLegendColumns = 4;
constexpr unsigned kTicks = 5;
constexpr std::size_t kMostLabels = 32;
constexpr std::array<const char*, 8> kColors = {"#1f6fb4", "#d9822b", "#3a923a", "#b23c3c",
                                                "#7d5ba6", "#8c6239", "#c44e9c", "#5f6b73"};

const char* color(std::size_t index) { return kColors[index % kColors.size()]; }

// Returns the smallest of 1, 2 and 5 times a power of ten that is not below `least`.
double round_step(double least) {
  if (!(least > 0)) return 1;
  double power = 1;
  while (power * 10 <= least) power *= 10;
  while (power > least) power /= 10;
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= least) return factor * power;
  return 10 * power;
}

std::string number(double value) { return fmt::format("{:.6g}", value); }

// The frame, with the axes scaled so that all values fit.
class Frame {
 public:
  Frame(const PlotText& text, double low, double high, double top, std::size_t legend)
      : low_(low), high_(high > low ? high : low + 1) {
    const std::size_t rows = legend < 2 ? 0 : (legend + kLegendColumns - 1) / kLegendColumns;
    const double height = kHeight + static_cast<double>(rows) * kLegendRow;
    step_ = round_step(top / kTicks);
    top_ = step_;
    while (top_ < top) top_ += step_;
    svg_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
        "role=\"img\" font-family=\"sans-serif\" font-size=\"11\">\n<text x=\"{2}\" y=\"18\" "
        "font-size=\"13\" "
        "font-weight=\"bold\">{3}</text>\n",
        kWidth, height, kLeft, escaped(text.title));
    for (double value = 0; value <= top_ * 1.000001; value += step_) {
      svg_ += fmt::format(
          "<line x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#ddd\"/><text x=\"{}\" "
          "y=\"{:.1f}\" "
          "text-anchor=\"end\">{}</text>\n",
          kLeft, kWidth - kRight, y(value), y(value), kLeft - 6, y(value) + 4, number(value));
    }
    svg_ += fmt::format(
        "<text x=\"14\" y=\"{:.1f}\" transform=\"rotate(-90 14 {:.1f})\" text-anchor=\"middle\">{}</text>\n",
        kTop + kPlotHeight / 2, kTop + kPlotHeight / 2, escaped(text.y));
    if (!text.x.empty()) {
      svg_ += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                          kLeft + kPlotWidth / 2, kHeight - 8, escaped(text.x));
    }
  }

  double x(double value) const { return kLeft + (value - low_) / (high_ - low_) * kPlotWidth; }
  double y(double value) const { return kTop + kPlotHeight * (1 - value / top_); }
  void add(const std::string& text) { svg_ += text; }
  void add_x_ticks() {
    const double step = round_step((high_ - low_) / (2 * kTicks));
    double value = 0;
    while (value < low_) value += step;
    for (; value <= high_; value += step)
      add(fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", x(value),
                      kHeight - kBottom + 16, number(value)));
  }
  void add_legend(const std::vector<std::string>& names) {
    if (names.size() < 2) return;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const double left = kLeft + static_cast<double>(i % kLegendColumns) * kLegendColumn;
      const std::size_t row = i / kLegendColumns;
      const double top = kHeight + static_cast<double>(row) * kLegendRow;
      add(
          fmt::format("<rect x=\"{}\" y=\"{}\" width=\"10\" height=\"10\" fill=\"{}\"/><text x=\"{}\" "
                      "y=\"{}\">{}</text>\n",
                      left, top, color(i), left + 14, top + 9, escaped(names[i])));
    }
  }
  std::string take() { return std::move(svg_) + "</svg>\n"; }

 private:
  double low_, high_, top_ = 1, step_ = 1;
  std::string svg_;
};

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        // XML has no other control characters.
        out += static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t' ? ' ' : c;
    }
  }
  return out;
}

std::string line_plot(const PlotText& text, const std::vector<PlotLine>& lines) {
  double low = 0, high = 0, top = 0;
  bool first = true;
  std::vector<std::string> names;
  for (const PlotLine& line : lines) {
    names.push_back(line.name);
    for (const auto& [x, y] : line.points) {
      low = first ? x : std::min(low, x);
      high = first ? x : std::max(high, x);
      top = std::max(top, y);
      first = false;
    }
  }
  Frame frame(text, low, high, top, lines.size());
  frame.add_x_ticks();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string points;
    for (const auto& [x, y] : lines[i].points)
      points += fmt::format("{:.1f},{:.1f} ", frame.x(x), frame.y(std::max(0.0, y)));
    frame.add(fmt::format(
        "<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"1.4\" points=\"{}\"><title>{}</title>"
        "</polyline>\n",
        color(i), points, escaped(lines[i].name)));
  }
  frame.add_legend(names);
  return frame.take();
}

std::string bar_plot(const PlotText& text, const std::vector<std::string>& parts,
                     const std::vector<PlotBar>& bars) {
  if (bars.empty()) return "";
  double top = 0;
  for (const PlotBar& bar : bars) {
    double sum = 0;
    for (const double value : bar.values) sum += value;
    top = std::max(top, sum);
  }
  const auto count = static_cast<double>(bars.size());
  Frame frame(text, 0, count, top, parts.size());
  const std::size_t stride = (bars.size() + kMostLabels - 1) / kMostLabels;
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const double left = frame.x(static_cast<double>(i) + 0.1);
    const double width = std::min(90.0, frame.x(static_cast<double>(i) + 0.9) - left);
    double below = 0;
    for (std::size_t part = 0; part < bars[i].values.size(); ++part) {
      const double value = bars[i].values[part];
      const std::string what =
          parts.size() < 2 ? bars[i].label : fmt::format("{}, {}", bars[i].label, parts[part]);
      frame.add(
          fmt::format("<rect x=\"{:.1f}\" y=\"{:.2f}\" width=\"{:.1f}\" height=\"{:.2f}\" "
                      "fill=\"{}\"><title>{}: {}</title>"
                      "</rect>\n",
                      left, frame.y(below + value), width, frame.y(below) - frame.y(below + value),
                      color(part), escaped(what), number(value)));
      below += value;
    }
    if (i % stride == 0) {
      frame.add(fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                            left + width / 2, kHeight - kBottom + 16, escaped(bars[i].label)));
    }
  }
  frame.add_legend(parts);
  return frame.take();
}

namespace {

constexpr double kLabels = 320, kRowHeight = 20, kMark = 5;

// The axis of rows: everything in a row is in its range.
struct RowAxis {
  explicit RowAxis(const std::vector<PlotRow>& rows) {
    double top = 0;
    const auto include = [&](double value) {
      low = std::min(low, value);
      top = std::max(top, value);
    };
    for (const PlotRow& row : rows) {
      include(row.value);
      if (row.reference) include(*row.reference);
      for (const auto& range : {row.accepted, row.interval}) {
        if (!range) continue;
        include(range->first);
        include(range->second);
      }
    }
    step = round_step((top - low) / kTicks);
    double begin = 0;
    while (begin > low) begin -= step;
    low = begin;
    high = low + step;
    while (high < top) high += step;
  }
  double x(double value) const { return kLabels + (value - low) / (high - low) * (kWidth - kLabels - 30); }
  double low = 0, high = 1, step = 1;
};

std::string circle(double x, double y, bool holds) {
  return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"{}\"/>", x, y,
                     holds ? kColors[0] : kColors[3]);
}

std::string diamond(double x, double y) {
  return fmt::format(
      "<path d=\"M{:.1f} {:.1f}l{} {}l{} {}l{} {}z\" fill=\"none\" stroke=\"#222\" stroke-width=\"1.2\"/>", x,
      y - kMark, kMark, kMark, -kMark, kMark, -kMark, -kMark);
}

std::string drawn(const PlotRow& row, const RowAxis& axis, double y) {
  std::string svg = fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", kLabels - 10,
                                y + 4, escaped(row.label));
  std::string about = fmt::format("{}: {}", row.label, number(row.value));
  svg += "<g>";
  if (row.accepted) {
    svg += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{}\" fill=\"#3a923a\" "
        "opacity=\"0.25\"/>",
        axis.x(row.accepted->first), y - kMark, axis.x(row.accepted->second) - axis.x(row.accepted->first),
        2 * kMark);
  }
  if (row.interval) {
    svg += fmt::format("<path d=\"M{:.1f} {:.1f}H{:.1f}\" stroke=\"{}\" stroke-width=\"2\"/>",
                       axis.x(row.interval->first), y, axis.x(row.interval->second), kColors[0]);
    about += fmt::format(", interval {} to {}", number(row.interval->first), number(row.interval->second));
  }
  svg += circle(axis.x(row.value), y, row.holds);
  if (row.reference) {
    svg += diamond(axis.x(*row.reference), y);
    about += fmt::format(", compared with {}", number(*row.reference));
  }
  return svg + fmt::format("<title>{}</title></g>\n", escaped(about));
}

}  // namespace

std::string row_plot(const PlotText& text, const std::string& value, const std::string& reference,
                     const std::vector<PlotRow>& rows) {
  if (rows.empty()) return "";
  const RowAxis axis(rows);
  const double bottom = kTop + static_cast<double>(rows.size()) * kRowHeight;
  const double height = bottom + 62;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "role=\"img\" font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"{0}\" height=\"{1}\" "
      "fill=\"#fff\"/><text x=\"10\" y=\"18\" font-size=\"13\" font-weight=\"bold\">{2}</text>\n",
      kWidth, height, escaped(text.title));
  for (double at = axis.low; at <= axis.high + axis.step / 2; at += axis.step) {
    svg += fmt::format(
        "<path d=\"M{0:.1f} {1}V{2:.1f}\" stroke=\"#ddd\"/><text x=\"{0:.1f}\" y=\"{3:.1f}\" "
        "text-anchor=\"middle\">{4}</text>\n",
        axis.x(at), kTop - 6, bottom, bottom + 14, number(at));
  }
  svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
                     (kLabels + kWidth - 30) / 2, bottom + 32, escaped(text.x));
  double y = kTop + kRowHeight / 2;
  bool compared = false, accepted = false, interval = false, missed = false;
  for (const PlotRow& row : rows) {
    svg += drawn(row, axis, y);
    y += kRowHeight;
    compared = compared || row.reference;
    accepted = accepted || row.accepted;
    interval = interval || row.interval;
    missed = missed || !row.holds;
  }
  double left = 14;
  const auto legend = [&](bool shown, const std::string& mark, const std::string& words) {
    if (!shown) return;
    svg += mark +
           fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", left + 10, bottom + 54, escaped(words));
    left += 34 + 6.2 * static_cast<double>(words.size());
  };
  legend(true, circle(left, bottom + 50, true), value);
  legend(missed, circle(left, bottom + 50, false), value + ", not accepted");
  legend(compared, diamond(left, bottom + 50), reference);
  legend(accepted,
         fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"10\" height=\"10\" fill=\"#3a923a\" "
                     "opacity=\"0.25\"/>",
                     left - 5, bottom + 45),
         "accepted");
  legend(interval,
         fmt::format("<path d=\"M{:.1f} {:.1f}h12\" stroke=\"{}\" stroke-width=\"2\"/>", left - 6,
                     bottom + 50, kColors[0]),
         "95 % interval");
  return svg + "</svg>\n";
}

}  // namespace ixsim::trace
