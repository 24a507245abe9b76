// Common parts of HTML reports: the head with its style, and tables. A page needs no network and no other
// file.
#ifndef IXSIM_PLATFORM_HTML_PAGE_H
#define IXSIM_PLATFORM_HTML_PAGE_H

#include <cstddef>
#include <string>
#include <vector>

#include "base/layers.h"

namespace ixsim::platform {

// Returns the page up to the start of the body. Texts are escaped here and below.
std::string html_head(const std::string& title);
// Returns a table. Its columns hold values, except the first column and the last `texts` columns.
std::string html_table(const std::vector<std::string>& head,
                       const std::vector<std::vector<std::string>>& rows, std::size_t texts = 0);

}  // namespace ixsim::platform

#endif
