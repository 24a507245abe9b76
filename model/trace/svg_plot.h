// Plots as inline SVG: lines over a common axis, bars, and rows of values next to their references. Each plot
// is one element that needs no script, style sheet or file. A pointer over a mark shows its value.
//
// Texts may hold any characters: they are escaped here.
#ifndef IXSIM_TRACE_SVG_PLOT_H
#define IXSIM_TRACE_SVG_PLOT_H

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/layers.h"

namespace ixsim::trace {

// Returns the text with &, <, > and quotes replaced, as HTML and XML need it.
std::string escaped(std::string_view text);

struct PlotLine {
  std::string name;
  std::vector<std::pair<double, double>> points;  // points in ascending order of x
};

struct PlotBar {
  std::string label;
  std::vector<double> values;  // values of the parts, stacked
};

// A value, its reference, the accepted range, and its own uncertainty.
struct PlotRow {
  using Range = std::pair<double, double>;
  std::string label;
  double value = 0;
  std::optional<double> reference;
  std::optional<Range> accepted;
  std::optional<Range> interval;
  bool holds = true;
};

struct PlotText {
  std::string title;
  std::string x;  // title of the x axis; unused for bars
  std::string y;
};

// Returns a plot of lines with y from 0 up; an empty plot for an empty list.
std::string line_plot(const PlotText& text, const std::vector<PlotLine>& lines);
// Returns vertical bars, each a stack of `parts`; "" if there is no bar.
std::string bar_plot(const PlotText& text, const std::vector<std::string>& parts,
                     const std::vector<PlotBar>& bars);

// Returns a row for each value on a common axis `text.x`, from 0 or the lowest value up; "" if there is none.
// `value` and `reference` are the words of the legend.
std::string row_plot(const PlotText& text, const std::string& value, const std::string& reference,
                     const std::vector<PlotRow>& rows);

}  // namespace ixsim::trace

#endif
