// Plots as inline SVG: lines over a common axis, and bars. Each is one element that needs no script, style
// sheet or file, and whose values can be read by pointing at them.
//
// Texts may hold any characters: they are escaped here.
#ifndef IXSIM_TRACE_SVG_PLOT_H
#define IXSIM_TRACE_SVG_PLOT_H

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ixsim {

// Returns the text with &, <, > and quotes replaced, as HTML and XML need it.
std::string escaped(std::string_view text);

struct PlotLine {
  std::string name;
  std::vector<std::pair<double, double>> points;  // ascending in the first
};

struct PlotBar {
  std::string label;
  std::vector<double> values;  // on top of each other, one for each part
};

struct PlotText {
  std::string title;
  std::string x;  // of the axis; of bars nothing
  std::string y;
};

// Returns a plot of lines from the origin of y up; of an empty list an empty plot.
std::string line_plot(const PlotText& text, const std::vector<PlotLine>& lines);
// Returns upright bars, each of `parts` on top of each other; "" if there is no bar.
std::string bar_plot(const PlotText& text, const std::vector<std::string>& parts,
                     const std::vector<PlotBar>& bars);

}  // namespace ixsim

#endif
