// The frame of pages that reports are: the head with its style, and tables. A page needs no network and no
// other file.
#ifndef IXSIM_PLATFORM_HTML_PAGE_H
#define IXSIM_PLATFORM_HTML_PAGE_H

#include <cstddef>
#include <string>
#include <vector>

namespace ixsim {

// Returns everything up to the beginning of the body; texts are escaped here and below.
std::string html_head(const std::string& title);
// Returns a table whose columns hold values, the first one and the last `texts` excepted.
std::string html_table(const std::vector<std::string>& head,
                       const std::vector<std::vector<std::string>>& rows, std::size_t texts = 0);

}  // namespace ixsim

#endif
