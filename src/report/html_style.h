// SPDX-License-Identifier: GPL-2.0-or-later
// The style of the HTML page.
#pragma once

#include <string_view>

namespace nohz::report
{

// Series colours are those of Okabe & Ito, "Color Universal Design" (2008), darker on light ground
// and lighter on dark so that each mark has a contrast of 3:1 or more (WCAG 2.2, 1.4.11) and each
// text of 4.5:1 (1.4.3).
inline constexpr std::string_view html_style = R"css(
:root { color-scheme: light dark;
  --ground: #ffffff; --panel: #f6f5f2; --text: #1b1b1a; --muted: #595854; --line: #d8d6d0;
  --grid: #e6e4de; --axis: #8b8983;
  --unpinned: #0067a3; --pinned: #8a4fa3; --isolated: #b84c00; --housekeeping: #007a58;
  --pass: #0b6b2e; --fail: #a8171b; --inconclusive: #7a5200; --skip: #595854; }
@media (prefers-color-scheme: dark) { :root {
  --ground: #171716; --panel: #21211f; --text: #ecebe6; --muted: #b3b1aa; --line: #42413d;
  --grid: #33322f; --axis: #8b8983;
  --unpinned: #5cb3ea; --pinned: #cf9be2; --isolated: #f0904a; --housekeeping: #45c49b;
  --pass: #6fd08d; --fail: #ff8f8a; --inconclusive: #e8bd5c; --skip: #b3b1aa; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.5rem; line-height: 1.3; margin: .4rem 0 .6rem; }
h2 { font-size: 1.25rem; line-height: 1.35; margin: 3rem 0 .5rem; padding-top: 1rem;
  border-top: 2px solid var(--line); }
h3 { font-size: 1.05rem; margin: 2rem 0 .4rem; }
p { margin: .4rem 0; max-width: 46rem; }
.lead { font-size: 1.1rem; }
.muted, figcaption, caption { color: var(--muted); }
.verdict { font-weight: 700; white-space: nowrap; }
.badge { display: inline-block; padding: .05em .6em; border: 2px solid currentColor;
  border-radius: .3em; }
.PASS { color: var(--pass); } .FAIL { color: var(--fail); }
.INCONCLUSIVE { color: var(--inconclusive); } .SKIP, .info { color: var(--skip); }
.wide { overflow-x: auto; margin: .5rem 0; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
caption { text-align: left; padding: .2rem 0; }
th, td { padding: .3rem .6rem; text-align: left; vertical-align: top;
  border-bottom: 1px solid var(--line); }
thead th { border-bottom: 2px solid var(--axis); white-space: nowrap; }
tbody th { font-weight: 600; }
tbody th .muted { font-weight: 400; }
code { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .9em; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.c { overflow-wrap: anywhere; min-width: 14rem; }
.h { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .8rem;
  overflow-wrap: anywhere; color: var(--muted); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: .5rem 0; }
dt { color: var(--muted); } dd { margin: 0; overflow-wrap: anywhere; }
ul { padding-left: 1.2rem; } li { margin: .25rem 0; overflow-wrap: anywhere; }
pre { background: var(--panel); padding: .7rem; overflow-x: auto; font-size: .8rem; }
figure { margin: .5rem 0 1.5rem; }
figcaption { font-size: .85rem; max-width: 46rem; }
summary { cursor: pointer; font-weight: 600; padding: .4rem 0; }
.chart { overflow-x: auto; }
svg { display: block; width: 100%; min-width: 600px; height: auto; }
svg text { fill: var(--text); font-size: 13px; }
svg .tick, svg .axis-name, svg .small { fill: var(--muted); font-size: 12px; }
svg .value { font-weight: 600; font-variant-numeric: tabular-nums; }
svg .grid { stroke: var(--grid); } svg .axis { stroke: var(--axis); }
svg .one { stroke: var(--axis); stroke-dasharray: 2 4; }
svg .limit { stroke: var(--fail); stroke-width: 3; }
svg .interval { stroke: var(--text); stroke-width: 2; }
svg .middle { stroke: var(--text); stroke-width: 2.5; }
svg .mark { stroke: var(--ground); stroke-width: .8; }
svg .mark.unpinned { fill: var(--unpinned); } svg .mark.pinned { fill: var(--pinned); }
svg .mark.isolated { fill: var(--isolated); }
svg .mark.housekeeping { fill: var(--housekeeping); }
svg .round { fill: var(--isolated); fill-opacity: .7; }
svg .whisker { stroke-width: 1.5; opacity: .75; } svg .box { stroke-width: 4; }
svg .series { fill: none; stroke-width: 2; }
svg .whisker.unpinned, svg .series.unpinned { stroke: var(--unpinned); }
svg .whisker.pinned, svg .series.pinned { stroke: var(--pinned); }
svg .whisker.isolated, svg .series.isolated { stroke: var(--isolated); }
svg .whisker.housekeeping, svg .series.housekeeping { stroke: var(--housekeeping); }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; } }
@media print {
  :root { color-scheme: light; --ground: #ffffff; --panel: #ffffff; --text: #000000;
    --muted: #444444; --line: #bbbbbb; --grid: #dddddd; --axis: #777777; --unpinned: #0067a3;
    --pinned: #8a4fa3; --isolated: #b84c00; --housekeeping: #007a58; --pass: #0b6b2e;
    --fail: #a8171b; --inconclusive: #7a5200; --skip: #444444; }
  main { max-width: none; padding: 0; } body { font-size: 10pt; }
  figure, tr, dl { break-inside: avoid; } h2, h3 { break-after: avoid; }
  table { font-size: 8pt; } th, td { padding: .2rem .4rem; }
  .wide, .chart { overflow: visible; } svg { min-width: 0; }
  details::details-content { content-visibility: visible; display: block; } }
)css";

} // namespace nohz::report
