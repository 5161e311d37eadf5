/** An article, at most 68 characters wide. */
export const PROSE = `
.article { max-width: 68ch; margin: 0 auto; font-size: 17px; }
.article > * + * { margin-top: var(--s4); }
.article .heading .sub, .article .pager, .article .meta { font-size: var(--t1); }
.prose { line-height: 1.65; overflow-wrap: anywhere; }
.prose > * + *, .prose div > * + * { margin-top: 1em; }
.prose p, .prose ul, .prose ol, .prose blockquote, .prose pre, .prose figure, .prose table { margin-bottom: 0; }
.prose h2, .prose h3, .prose h4, .prose h5, .prose h6 { margin-top: 1.5em; font-size: var(--t3); font-weight: var(--strong); }
.prose img { max-width: 100%; height: auto; border-radius: 6px; background: var(--sunk); }
.prose blockquote { margin-inline: 0; padding-inline-start: var(--s4); border-inline-start: 3px solid var(--line-strong); color: var(--muted); }
.prose pre { overflow: auto; padding: var(--s3); background: var(--sunk); border-radius: var(--radius); }
.prose table { display: block; overflow: auto; border-collapse: collapse; font-size: var(--t2); }
.prose td, .prose th { border: 1px solid var(--line); padding: 4px 8px; text-align: start; }
.prose figcaption { color: var(--muted); font-size: var(--t1); }
.prose ul, .prose ol { padding-inline-start: 1.4em; }
`;
