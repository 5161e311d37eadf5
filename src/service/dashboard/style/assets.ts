import { createHash } from 'node:crypto';
import { BASE } from './base.js';
import { PARTS } from './parts.js';
import { SCRIPT } from './script.js';

const STYLE = BASE + PARTS;

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><rect width="20" height="20" rx="4.5" fill="#0b6b57"/><circle cx="6" cy="14" r="1.9" fill="#fff"/><path d="M4.2 9.4a6.4 6.4 0 0 1 6.4 6.4M4.2 4.9A10.9 10.9 0 0 1 15.1 15.8" fill="none" stroke="#fff" stroke-width="1.9" stroke-linecap="round"/></svg>';

/**
 * Path below the dashboard; the hash changes with the content, so browsers may cache the file
 * permanently.
 */
export const STYLE_PATH = `assets/style.${shortHash(STYLE)}.css`;
export const SCRIPT_PATH = `assets/script.${shortHash(SCRIPT)}.js`;
export const ICON_PATH = `assets/icon.${shortHash(ICON)}.svg`;

/** Files that all pages use. */
export const ASSETS = [
  { path: STYLE_PATH, content: STYLE, type: 'text/css; charset=utf-8' },
  { path: SCRIPT_PATH, content: SCRIPT, type: 'text/javascript; charset=utf-8' },
  { path: ICON_PATH, content: ICON, type: 'image/svg+xml' },
] as const;

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
