/** Tiles, charts and lines of the overview. */
export const CHARTS = `
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 150px), 1fr)); gap: var(--s3); list-style: none; margin: 0; padding: 0; }
.tile { display: block; background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); box-shadow: var(--shadow); padding: var(--s3) var(--s4); color: var(--text); text-decoration: none; }
a.tile:hover { border-color: var(--line-strong); color: var(--text); }
.tile .value { display: block; font-size: 26px; line-height: 1.2; font-weight: 650; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
.tile .label { display: block; color: var(--muted); font-size: 13px; }
.tile.warn .value { color: var(--warn); } .tile.bad .value { color: var(--bad); } .tile.good .value { color: var(--good); }
.chart { display: block; width: 100%; height: auto; overflow: visible; }
.chart text { font: 11px var(--sans); fill: var(--muted); }
.chart .axis { stroke: var(--line); stroke-width: 1; }
.c1 { fill: var(--chart-1); } .c2 { fill: var(--chart-2); } .c3 { fill: var(--chart-3); } .c4 { fill: var(--chart-4); } .c-bad { fill: var(--chart-bad); } .c-none { fill: var(--chart-none); }
.legend-list { display: flex; flex-wrap: wrap; gap: var(--s1) var(--s4); list-style: none; margin: var(--s2) 0 0; padding: 0; color: var(--muted); font-size: 13px; }
.legend-list svg { vertical-align: -1px; margin-right: 6px; }
.lines { list-style: none; margin: var(--s3) 0 0; padding: 0; }
.lines > li { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s1) var(--s3); padding: var(--s2) 0; border-top: 1px solid var(--line); }
.lines > li:first-child { border-top: 0; }
.lines .who { flex: 1 1 220px; }
.lines .aside { color: var(--muted); font-size: 13px; text-align: right; }
`;
