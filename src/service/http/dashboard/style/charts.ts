/** Tiles, charts and lines of the overview. */
export const CHARTS = `
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(130px, 1fr)); gap: var(--s3); list-style: none; margin-bottom: 0; padding: 0; }
.tiles > li { display: flex; }
.tile { flex: 1; background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); box-shadow: var(--shadow); padding: var(--s3) var(--s4); color: var(--text); text-decoration: none; }
a.tile:hover { border-color: var(--line-strong); color: var(--text); }
.tile .value { display: block; font-size: 26px; line-height: 1.2; font-weight: 650; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
.tile .label { display: block; color: var(--muted); font-size: 13px; }
.tile.warn .value { color: var(--warn); } .tile.bad .value { color: var(--bad); } .tile.good .value { color: var(--good); }
figcaption .hint { margin-top: 2px; }
.bars { display: block; width: 100%; height: 110px; }
.strip { height: 56px; }
.bars .slot { fill: transparent; } .bars g:hover .slot { fill: var(--sunk); }
.charts { align-items: stretch; }
@media (min-width: 721px) { .charts:has(> :nth-child(3)) .hint { min-height: 3em; } }
.scale { display: flex; justify-content: space-between; gap: var(--s2); margin-top: var(--s1); border-top: 1px solid var(--line); padding-top: var(--s1); color: var(--muted); font-size: 12px; font-variant-numeric: tabular-nums; }
.card > .scale { margin-top: 0; }
.shares { list-style: none; margin: 0; padding: 0; }
.shares li { display: grid; grid-template-columns: 84px 1fr 48px; gap: var(--s3); align-items: center; padding: 5px 0; font-size: 14px; }
.shares svg { width: 100%; height: 10px; } .shares .slot-line { fill: var(--line); } .shares .count { text-align: right; }
.c1 { fill: var(--chart-1); } .c2 { fill: var(--chart-2); } .c3 { fill: var(--chart-3); } .c4 { fill: var(--chart-4); } .c-bad { fill: var(--chart-bad); } .c-none { fill: var(--chart-none); }
.legend-list { display: flex; flex-wrap: wrap; gap: var(--s1) var(--s4); list-style: none; margin: var(--s2) 0 0; padding: 0; color: var(--muted); font-size: 13px; }
.legend-list svg { vertical-align: -1px; margin-right: 6px; }
.lines { list-style: none; margin: var(--s3) 0 0; padding: 0; }
.lines > li { display: flex; align-items: center; gap: var(--s1) var(--s3); padding: var(--s2) 0; border-top: 1px solid var(--line); }
.lines > li:first-child { border-top: 0; }
.lines .who { flex: 1 1 0; }
a.plain { color: inherit; }
.lines > li > .monogram, .lines > li > .picture { align-self: flex-start; margin-top: 2px; }
.lines .thumbnail { width: 60px; height: 40px; }
.lines .aside { color: var(--muted); font-size: 13px; text-align: right; }
`;
