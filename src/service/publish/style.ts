/**
 * The colours of all pages of feedctl, with a contrast of at least 4.5:1 for text in both schemes, and
 * their sizes.
 */
export const TOKENS = `
:root {
  color-scheme: light dark;
  --ground: #f7f8f9; --surface: #ffffff; --sunk: #eef0f3; --line: #e1e4e9; --line-strong: #7d8490;
  --text: #16191d; --muted: #565e6a;
  --accent: #0b6b57; --accent-strong: #085445; --on-accent: #ffffff; --accent-tint: #def1eb;
  --info: #2a53b8; --info-tint: #e5ecfc;
  --good: #1b6838; --good-tint: #e1f3e6;
  --warn: #7c4a03; --warn-tint: #fdf0d5;
  --bad: #a3241d; --bad-tint: #fce8e6;
  --chart-1: #14866d; --chart-2: #4a6fd4; --chart-3: #b9770e; --chart-bad: #c73a31; --chart-none: #c3c8d0;
  --radius: 8px;
  --s1: 4px; --s2: 8px; --s3: 12px; --s4: 16px; --s5: 24px; --s6: 40px;
  --t1: 13px; --t2: 15px; --t3: 18px; --t4: 24px; --strong: 600;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif;
  --mono: ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #111418; --surface: #181c21; --sunk: #242a32; --line: #2c323b; --line-strong: #7b8593;
    --text: #e8ebef; --muted: #a4adba;
    --accent: #5cc9ae; --accent-strong: #7fdbc4; --on-accent: #06281f; --accent-tint: #14342c;
    --info: #9db8fb; --info-tint: #1c2a4d;
    --good: #7fcf97; --good-tint: #15311f;
    --warn: #e6b561; --warn-tint: #35290f;
    --bad: #f5a19a; --bad-tint: #411d1a;
    --chart-1: #3fb497; --chart-2: #7d9cf0; --chart-3: #d9a03f; --chart-bad: #ee7a70; --chart-none: #454e5a;
  }
}`;
