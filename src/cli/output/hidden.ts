// DEL and the C1 controls, which some terminals obey; what reorders the text around it; the line
// ends of Unicode, which cut JSON Lines in two for some readers; and the byte order mark.
const HIDDEN = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Replaces the characters that no person sees and that JSON, YAML and XML let through as they are. */
export function replaceHidden(text: string, replacement: (character: string) => string): string {
  return text.replace(HIDDEN, replacement);
}

/** The JSON or double-quoted YAML text of the same value, with escapes for what nobody sees. */
export function escapeHidden(json: string): string {
  return replaceHidden(
    json,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export function hasHidden(text: string): boolean {
  return text.search(HIDDEN) !== -1;
}
