#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/memory/plan.hpp>

#include <string>
#include <string_view>

namespace graft {

/// A picture of a plan as SVG: a box for each value, as wide as it is in use and as high as it takes bytes. Pointing
/// at a box tells its name, size, offset and lifetime.
[[nodiscard]] GRAFT_INLINE std::string svg(graph const& g, memory_plan const& plan, std::string_view title = {});

} // namespace graft

#if defined(GRAFT_MEMORY_BODIES)
#    include <algorithm>
#    include <array>
#    include <cstdint>
#    include <utility>

namespace graft {
namespace detail {

[[nodiscard]] inline std::string xml_escaped(std::string_view text) {
    std::string out;
    for (char const c : text)
        switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        default: out += c;
        }
    return out;
}

// Part of a length in pixels, to a tenth.
class svg_scale {
public:
    svg_scale(std::uint64_t whole, std::uint64_t pixels) : pixels_(pixels) {
        while (whole >> shift_ >= std::uint64_t{1} << 40)
            ++shift_;
        whole_ = std::max<std::uint64_t>(whole >> shift_, 1);
    }

    [[nodiscard]] std::uint64_t tenths(std::uint64_t part) const {
        return ((part >> shift_) * pixels_ * 10 + whole_ / 2) / whole_;
    }

private:
    std::uint64_t pixels_, whole_ = 1;
    int shift_ = 0;
};

// Draws a plan; time goes to the right, offsets up.
class plan_picture {
public:
    plan_picture(graph const& g, memory_plan const& plan)
        : graph_(g), plan_(plan), last_(last_position(plan)), x_(std::uint64_t{last_} + 1, width),
          y_(plan.planned_bytes, height) {}

    [[nodiscard]] std::string draw(std::string_view title) {
        out_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + std::to_string(width + 2 * margin) + " " +
               std::to_string(height + 3 * margin) + "\" font-family=\"sans-serif\" font-size=\"11\">\n";
        write(margin * 10, margin * 10 - 100,
              std::string{title} + (title.empty() ? "" : ": ") + bytes(plan_.planned_bytes) + " planned (" +
                  std::string{plan_.strategy} + "), lower bound " + bytes(plan_.lower_bound) + ", all values " +
                  bytes(plan_.total_bytes));
        for (std::uint32_t v = 0; v < plan_.values.size(); ++v)
            if (plan_.size(v) != 0)
                draw_value(v);
        draw_level(plan_.planned_bytes, "black");
        draw_level(plan_.lower_bound, "crimson");
        write(margin * 10, (2 * margin + height) * 10,
              "execution order, 0 to " + std::to_string(last_) + "; black: the planned bytes, red: the lower bound");
        return std::move(out_) + "</svg>\n";
    }

private:
    static constexpr std::uint64_t width = 960, height = 480, margin = 30; // in pixels

    [[nodiscard]] static std::uint32_t last_position(memory_plan const& plan) {
        std::uint32_t last = 0;
        for (lifetime const& life : plan.values)
            last = std::max(last, life.last);
        return last;
    }
    [[nodiscard]] static std::string bytes(std::uint64_t n) { return std::to_string(n) + " bytes"; }
    [[nodiscard]] static std::string pixels(std::uint64_t tenths) {
        return std::to_string(tenths / 10) + (tenths % 10 == 0 ? "" : "." + std::to_string(tenths % 10));
    }
    // How far below the top of the picture this offset is.
    [[nodiscard]] std::uint64_t level(std::uint64_t offset) const { return (margin + height) * 10 - y_.tenths(offset); }

    void write(std::uint64_t x, std::uint64_t y, std::string const& line) {
        out_ += "<text x=\"" + pixels(x) + "\" y=\"" + pixels(y) + "\">" + xml_escaped(line) + "</text>\n";
    }

    void draw_value(std::uint32_t v) {
        static constexpr std::array<std::string_view, 8> colours{"#8dd3c7", "#ffffb3", "#bebada", "#fb8072",
                                                                 "#80b1d3", "#fdb462", "#b3de69", "#fccde5"};
        lifetime const& life = plan_.values[v];
        std::string name = "%" + std::string{graph_.name(life.node)};
        if (life.result != 0)
            name += ", result " + std::to_string(life.result);
        std::uint64_t const left = margin * 10 + x_.tenths(life.first),
                            right = margin * 10 + x_.tenths(std::uint64_t{life.last} + 1),
                            bottom = level(plan_.offsets[v]), top = level(plan_.offsets[v] + plan_.size(v));
        out_ += "<rect x=\"" + pixels(left) + "\" y=\"" + pixels(top) + "\" width=\"" + pixels(right - left) +
                "\" height=\"" + pixels(bottom - top) + "\" fill=\"" + std::string{colours[v % colours.size()]} +
                "\" stroke=\"#444\" stroke-width=\"0.5\">\n<title>" +
                xml_escaped(name + ": " + bytes(plan_.size(v)) + " at " + std::to_string(plan_.offsets[v]) +
                            ", in use from " + std::to_string(life.first) + " to " + std::to_string(life.last)) +
                "</title></rect>\n";
        // A letter is about 6 pixels wide.
        if (right - left >= 60 * name.size() && bottom - top >= 120)
            write(left + 30, (top + bottom) / 2 + 40, name);
    }

    void draw_level(std::uint64_t offset, std::string_view colour) {
        out_ += "<line x1=\"" + pixels(margin * 10) + "\" y1=\"" + pixels(level(offset)) + "\" x2=\"" +
                pixels((margin + width) * 10) + "\" y2=\"" + pixels(level(offset)) + "\" stroke=\"" +
                std::string{colour} + "\" stroke-dasharray=\"4 3\"/>\n";
    }

    graph const& graph_;
    memory_plan const& plan_;
    std::uint32_t last_;
    svg_scale x_, y_;
    std::string out_;
};

} // namespace detail

GRAFT_INLINE std::string svg(graph const& g, memory_plan const& plan, std::string_view title) {
    return detail::plan_picture{g, plan}.draw(title);
}

} // namespace graft
#endif
