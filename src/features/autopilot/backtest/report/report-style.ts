/** The style sheet of a backtest report. It loads no other files, and follows the light or dark theme of the browser. */
export const REPORT_STYLE = `
:root { color-scheme: light dark; --ground: #ffffff; --panel: #f5f7f9; --text: #1c2024; --quiet: #5a6570; --rule: #d9dee3; --accent: #0b62c4; --hold: #8a6d00; --good: #157a3c; --bad: #b3261e; --warn: #fff4d6; }
@media (prefers-color-scheme: dark) { :root { --ground: #14171a; --panel: #1d2226; --text: #e7ebee; --quiet: #a3adb6; --rule: #363d44; --accent: #6cb0ff; --hold: #e0b83c; --good: #5ccf86; --bad: #ff8a80; --warn: #3a3014; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1180px; margin: 0 auto; padding: 24px 16px 48px; }
h1 { font-size: 24px; line-height: 1.25; margin: 0 0 4px; }
h2 { font-size: 18px; margin: 32px 0 8px; }
p { margin: 4px 0; } .quiet { color: var(--quiet); }
.warnings { background: var(--warn); border-radius: 8px; padding: 10px 14px; margin: 16px 0; } .warnings p + p { margin-top: 8px; }
dl.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(155px, 1fr)); gap: 8px; margin: 16px 0; }
dl.figures div { background: var(--panel); border-radius: 8px; padding: 10px 12px; }
dt { color: var(--quiet); font-size: 13px; } dd { margin: 0; } dd.value { font-size: 20px; font-variant-numeric: tabular-nums; } dd.note { font-size: 13px; color: var(--quiet); }
.good { color: var(--good); } .bad { color: var(--bad); }
figure { margin: 8px 0; } svg { width: 100%; height: auto; display: block; } svg text { fill: var(--quiet); font: 13px system-ui, sans-serif; }
svg .grid { stroke: var(--rule); } svg .line { fill: none; stroke-width: 2; } svg .line.policy { stroke: var(--accent); } svg .line.hold { stroke: var(--hold); stroke-dasharray: 6 4; }
svg circle.buy { fill: var(--good); } svg circle.sell { fill: var(--bad); } svg circle.run { fill: var(--accent); } svg circle.best { fill: var(--good); r: 6px; }
svg rect.cell { stroke: var(--ground); } svg rect.best { stroke: var(--text); stroke-width: 3; }
ul.legend { display: flex; flex-wrap: wrap; gap: 16px; list-style: none; margin: 4px 0 0; padding: 0; font-size: 13px; color: var(--quiet); }
ul.legend li::before { content: ""; display: inline-block; width: 18px; height: 3px; margin-right: 6px; vertical-align: middle; background: var(--accent); } ul.legend li.hold::before { background: var(--hold); }
.scroll { overflow-x: auto; border: 1px solid var(--rule); border-radius: 8px; } table { border-collapse: collapse; width: 100%; font-size: 13px; }
th, td { text-align: left; padding: 6px 10px; border-bottom: 1px solid var(--rule); white-space: nowrap; vertical-align: top; } tr:last-child td { border-bottom: 0; } th { background: var(--panel); font-weight: 600; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; } td.text { white-space: normal; min-width: 260px; } tr.best td { font-weight: 600; background: var(--panel); }
details { margin-top: 24px; } summary { cursor: pointer; } pre { overflow-x: auto; background: var(--panel); padding: 12px; border-radius: 8px; font-size: 12px; }
@media (max-width: 500px) { svg text { font-size: 24px; } svg text.minor { display: none; } h1 { font-size: 20px; } dd.value { font-size: 18px; } dl.figures { grid-template-columns: 1fr 1fr; } }
@media print { .scroll { overflow: visible; } }
`;
