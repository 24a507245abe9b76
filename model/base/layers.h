// The namespaces of the layers. The public headers are in namespace ixsim, and the code of each folder of
// model/ is in the namespace of that name. A layer finds the names of the layers before it, and of no others.
//
// README.md (Layout) has the order. tb/lint/test_include_order.py compares it with this file.
#ifndef IXSIM_BASE_LAYERS_H
#define IXSIM_BASE_LAYERS_H

// NOLINTBEGIN(google-build-using-namespace)
namespace ixsim::base {}
namespace ixsim::trace {
using namespace base;
}
namespace ixsim::ethernet {
using namespace trace;
}
namespace ixsim::pcie {
using namespace ethernet;
}
namespace ixsim::nic {
using namespace pcie;
}
namespace ixsim::host {
using namespace nic;
}
namespace ixsim::reference {
using namespace host;
}
namespace ixsim::cosim {
using namespace reference;
}
namespace ixsim::verify {
using namespace cosim;
}
namespace ixsim::platform {
using namespace verify;
}
namespace ixsim::serve {
using namespace platform;
}
namespace ixsim::cli {
using namespace serve;
}
// The tests.
namespace ixsim::test {
using namespace cli;
}
namespace ixsim::bench {
using namespace test;
}
// NOLINTEND(google-build-using-namespace)

#endif
