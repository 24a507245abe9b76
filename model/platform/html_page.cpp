// Style and tables of reports.
#include "platform/html_page.h"

#include <fmt/format.h>

#include "trace/svg_plot.h"

namespace ixsim::platform {
namespace {

constexpr const char* kStyle = R"(<style>
body { font-family: sans-serif; font-size: 14px; max-width: 1100px; margin: 24px auto; padding: 0 16px; color: #222; }
h1 { font-size: 22px; } h2 { font-size: 17px; margin-top: 32px; border-bottom: 1px solid #ccc; }
table { border-collapse: collapse; margin: 8px 0; } th, td { padding: 2px 10px; text-align: left; border-bottom: 1px solid #eee; }
td.value { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
pre { background: #f6f6f6; padding: 8px; overflow-x: auto; } .failed { color: #b23c3c; } input { width: 300px; margin: 8px 0; }
svg { max-width: 100%; height: auto; display: block; margin: 12px 0; }
</style>
)";

}  // namespace

std::string html_head(const std::string& title) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta "
      "charset=\"utf-8\">\n<title>{}</title>\n{}</head><body>\n",
      escaped(title), kStyle);
}

std::string html_table(const std::vector<std::string>& head,
                       const std::vector<std::vector<std::string>>& rows, std::size_t texts) {
  std::string html = "<table><thead><tr>";
  for (const std::string& cell : head) html += fmt::format("<th>{}</th>", escaped(cell));
  html += "</tr></thead><tbody>\n";
  for (const auto& row : rows) {
    html += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i)
      html += fmt::format("<td{}>{}</td>", i == 0 || i + texts >= row.size() ? "" : " class=\"value\"",
                          escaped(row[i]));
    html += "</tr>\n";
  }
  return html + "</tbody></table>\n";
}

}  // namespace ixsim::platform
