/** Components: headings, cards, badges, notices, facts, charts. */
export const PARTS = `
.heading { display: flex; flex-wrap: wrap; align-items: flex-start; justify-content: space-between; gap: var(--s2) var(--s4); }
.heading > div:first-child { min-width: 0; flex: 1 1 320px; }
.sub, .hint, .muted, .meta, .count { color: var(--muted); }
.heading .sub { margin-top: var(--s1); overflow-wrap: anywhere; }
.hint, .meta, .why { font-size: var(--t1); }
.meta, .why { overflow-wrap: anywhere; }
.count { font-weight: 400; font-variant-numeric: tabular-nums; }
.nowrap { white-space: nowrap; }
.actions { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s2); }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); padding: var(--s4) var(--s5); }
.card > * + * { margin-top: var(--s3); }
.card > h2 + p, .card > h2 + .hint { margin-top: var(--s1); }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr)); gap: var(--s4); align-items: start; }
.first-steps { align-items: stretch; } .first-steps > .card { display: flex; flex-direction: column; } .first-steps .card > p:last-child { margin-top: auto; padding-top: var(--s4); }
.spaced { margin-top: var(--s3); }
.badge { display: inline-block; padding: 1px 9px; border-radius: 99px; font-size: var(--t1); white-space: nowrap; background: var(--sunk); color: var(--muted); }
.dot { display: inline-block; width: 8px; height: 8px; border-radius: 50%; background: var(--chart-none); vertical-align: 1px; }
.dot.good { background: var(--chart-1); } .dot.warn { background: var(--chart-3); } .dot.bad { background: var(--chart-bad); }
.badge.good { background: var(--good-tint); color: var(--good); }
.badge.warn { background: var(--warn-tint); color: var(--warn); }
.badge.info { background: var(--info-tint); color: var(--info); }
.badge.bad { background: var(--bad-tint); color: var(--bad); }
.notice { padding: var(--s3) var(--s4); border-radius: var(--radius); border-inline-start: 3px solid; overflow-wrap: anywhere; }
.notice > * + * { margin-top: var(--s2); }
.notice.good { background: var(--good-tint); color: var(--good); }
.notice.warn { background: var(--warn-tint); color: var(--warn); }
.notice.bad { background: var(--bad-tint); color: var(--bad); }
.notice.info { background: var(--info-tint); color: var(--info); }
.empty { text-align: center; padding: var(--s6) var(--s4); border: 1px dashed var(--line-strong); border-radius: var(--radius); color: var(--muted); }
.empty h2 { color: var(--text); }
.empty p { margin: var(--s2) auto 0; max-width: 480px; }
.empty code { color: var(--text); }
.picture { display: block; width: 16px; height: 16px; border-radius: 3px; object-fit: cover; background: var(--sunk); flex: none; }
.thumbnail { display: block; width: 96px; height: 64px; border-radius: 6px; object-fit: cover; flex: none; background: var(--sunk); }
.icon { width: 16px; height: 16px; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; vertical-align: -3px; }
.found { display: flex; gap: var(--s3); align-items: baseline; }
.candidates { display: grid; gap: var(--s2); list-style: none; margin-bottom: 0; padding: 0; }
.candidates > .card { padding: var(--s3) var(--s4); }
.candidates > .card > * + * { margin-top: var(--s1); }
.candidates > .chosen { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.candidates ol { margin: 0; padding-inline-start: 20px; font-size: var(--t1); overflow-wrap: anywhere; }
.swatch { display: inline-block; width: 10px; height: 10px; border-radius: 2px; }
.m1 { background: #14866d; } .m2 { background: #4a6fd4; } .m3 { background: #b9770e; } .m4 { background: #8e5bc0; } .m5 { background: #c73a31; } .m6 { background: #5f6b7a; }
.beside { position: sticky; top: var(--s4); max-height: calc(100vh - 100px); overflow: auto; }
.frame { display: block; width: 100%; height: 44vh; min-height: 280px; border: 0; border-top: 1px solid var(--line); }
.dropped .title a { color: var(--muted); }
.progress { max-width: 480px; margin: var(--s6) auto; text-align: center; }
.progress > * + * { margin-top: var(--s3); }
.progress:not(:last-child) { display: none; }
.bar { height: 6px; border-radius: 3px; overflow: hidden; background: var(--sunk); }
.bar::after { content: ""; display: block; height: 100%; width: 40%; border-radius: 3px; background: var(--accent); animation: slide 1.4s ease-in-out infinite alternate; }
@keyframes slide { to { transform: translateX(150%); } }
progress { display: block; width: 100%; height: 12px; accent-color: var(--accent); }
dl.card > * + * { margin-top: 0; }
.facts { display: flex; flex-wrap: wrap; gap: var(--s1) var(--s5); margin: 0; font-size: var(--t1); }
.facts > div { display: flex; flex-wrap: wrap; gap: 0 var(--s2); min-width: 0; }
.facts dt { color: var(--muted); }
.facts dd { overflow-wrap: anywhere; min-width: 0; }
.tabs { border-bottom: 1px solid var(--line); }
.tabs ul { flex-wrap: wrap; gap: var(--s1) var(--s4); }
.tabs a { padding: var(--s2) 0; margin-bottom: -1px; }
.copyable { position: relative; background: var(--sunk); color: var(--text); border-radius: var(--radius); padding: var(--s2) var(--s3); }
.copyable-label { display: block; color: var(--muted); font-size: var(--t1); }
.notice .copyable { background: var(--surface); }
.copyable code { user-select: all; }
.copyable .copy { position: absolute; top: calc(50% - 16px); inset-inline-end: var(--s2); }
.copyable:has(.copy) { padding-inline-end: 84px; min-height: 48px; }
.copyable + .copyable { margin-top: var(--s2); }
.keys > div { display: flex; gap: var(--s3); padding: var(--s1) 0; } .keys dt { flex: 0 0 64px; }
kbd { padding: 1px 7px; border: 1px solid var(--line-strong); border-bottom-width: 2px; border-radius: 5px; background: var(--surface); }
.excerpt { padding: var(--s3); background: var(--sunk); border-radius: var(--radius); max-height: 360px; overflow: auto; min-width: 0; }
.excerpt pre { margin: 0; white-space: pre-wrap; }
.tiles { display: grid; grid-template-columns: repeat(3, 1fr); gap: var(--s3); list-style: none; margin-bottom: 0; padding: 0; }
.tile { display: block; height: 100%; background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); padding: var(--s2) var(--s4); color: var(--text); text-decoration: none; }
a.tile:hover { border-color: var(--line-strong); color: var(--text); }
.tile .value { display: block; font-size: var(--t4); line-height: 1.3; font-weight: var(--strong); font-variant-numeric: tabular-nums; }
.tile .label { display: block; color: var(--muted); font-size: var(--t1); }
.tile.none .value { color: var(--muted); font-weight: 400; } .tile.warn .value { color: var(--warn); } .tile.bad .value { color: var(--bad); }
.bars { display: block; width: 100%; height: 110px; }
.bars .slot { fill: transparent; } .bars g:hover .slot { fill: var(--sunk); }
.plot { display: grid; grid-template-columns: auto 1fr; gap: 0 var(--s2); }
.plot .axis { display: flex; flex-direction: column; justify-content: space-between; text-align: end; }
.plot .bars { border-bottom: 1px solid var(--line-strong); border-inline-start: 1px solid var(--line-strong); }
.plot .scale { grid-column: 2; }
.axis, .scale { color: var(--muted); font-size: var(--t1); font-variant-numeric: tabular-nums; }
.scale { display: flex; justify-content: space-between; gap: var(--s2); }
.shares { list-style: none; margin: 0; padding: 0; }
.shares li { display: grid; grid-template-columns: 84px 1fr 48px; gap: var(--s3); align-items: center; padding: 5px 0; }
.shares svg { width: 100%; height: 10px; } .shares .slot-line { fill: var(--line); } .shares .count { text-align: end; }
.c1 { fill: var(--chart-1); } .c2 { fill: var(--chart-2); } .c3 { fill: var(--chart-3); } .c4 { fill: var(--chart-4); } .c-bad { fill: var(--chart-bad); } .c-none { fill: var(--chart-none); }
.legend-list { display: flex; flex-wrap: wrap; gap: var(--s1) var(--s4); list-style: none; margin: var(--s2) 0 0; padding: 0; color: var(--muted); font-size: var(--t1); }
.legend-list svg { vertical-align: -1px; margin-inline-end: 6px; }
.sparkline { display: block; fill: var(--accent); flex: none; }
.sparkline .none { fill: var(--line-strong); opacity: 0.5; }
.rhythm { display: inline-flex; align-items: center; justify-content: flex-end; gap: var(--s2); white-space: nowrap; }
.rate { font-variant-numeric: tabular-nums; white-space: nowrap; }
audio, video { display: block; width: 100%; max-width: 640px; }
@media (max-width: 820px) { .beside { position: static; max-height: none; } .card { padding: var(--s3) var(--s4); } .tile { padding: var(--s2) var(--s3); } }
`;
