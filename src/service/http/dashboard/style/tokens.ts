/** Colours, each pair of text and ground at 4.5:1 or more in both schemes, and the measures. */
export const TOKENS = `
:root {
  color-scheme: light dark;
  --ground: #f7f7f5; --surface: #ffffff; --sunk: #f0f0ed; --line: #dcdcd6; --line-strong: #84847a;
  --text: #1c1d1a; --muted: #5d5f57;
  --accent: #0b6b57; --accent-strong: #085445; --on-accent: #ffffff; --accent-tint: #e3f1ed;
  --good: #1b6838; --good-tint: #e4f3e8;
  --warn: #7c4a03; --warn-tint: #fbf0db;
  --bad: #a3241d; --bad-tint: #fbe9e7;
  --radius: 8px;
  --s1: 4px; --s2: 8px; --s3: 12px; --s4: 16px; --s5: 24px; --s6: 40px;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif;
  --mono: ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #151614; --surface: #1d1e1c; --sunk: #262825; --line: #353732; --line-strong: #7f8279;
    --text: #ebece7; --muted: #a9aca1;
    --accent: #5cc9ae; --accent-strong: #7fdbc4; --on-accent: #06281f; --accent-tint: #16332c;
    --good: #7fcf97; --good-tint: #17301f;
    --warn: #e6b561; --warn-tint: #34280f;
    --bad: #f19a92; --bad-tint: #3a1b18;
  }
}
`;
