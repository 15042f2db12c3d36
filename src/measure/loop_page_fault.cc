// SPDX-License-Identifier: GPL-2.0-or-later
// Entry path `page-fault`: first touch of anonymous pages, an entry by exception.
//
// The pages go back with madvise(MADV_DONTNEED) at the end of a batch, or after `most_pages` of
// them in a longer one; that call is part of the cost.
#include "measure/loop.h"

#include <algorithm>
#include <cerrno>

#include <sys/mman.h>
#include <unistd.h>

#include "base/error.h"

namespace nohz::measure
{

namespace
{

constexpr std::size_t most_pages = 512;

class PageFaultLoop final : public Loop
{
public:
    PageFaultLoop()
    {
        void* const pages = ::mmap(nullptr, most_pages * page_size_, PROT_READ | PROT_WRITE,
                                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (pages == MAP_FAILED)
            throw system_refusal(errno, "memory for --op page-fault");
        pages_ = static_cast<char*>(pages);
        // A huge page would come with one fault; EINVAL says that this kernel has none of them.
        if (::madvise(pages_, most_pages * page_size_, MADV_NOHUGEPAGE) != 0 && errno != EINVAL)
            refuse("madvise(MADV_NOHUGEPAGE)");
    }

    ~PageFaultLoop() override { ::munmap(pages_, most_pages * page_size_); }

    void run(std::uint64_t iterations) override
    {
        while (iterations != 0) {
            const std::uint64_t touched = std::min<std::uint64_t>(iterations, most_pages);
            touch(touched);
            if (::madvise(pages_, touched * page_size_, MADV_DONTNEED) != 0)
                refuse("madvise(MADV_DONTNEED)");
            iterations -= touched;
        }
    }

private:
    void touch(std::uint64_t count)
    {
        volatile char* page = pages_;
        repeat(count, [&] {
            *page = 1;
            page += page_size_;
        });
    }

    [[noreturn]] static void refuse(std::string_view call)
    {
        throw system_refusal(errno, call, "use another --op");
    }

    std::size_t page_size_ = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    char* pages_ = nullptr;
};

} // namespace

std::unique_ptr<Loop> make_page_fault_loop()
{
    return std::make_unique<PageFaultLoop>();
}

} // namespace nohz::measure
