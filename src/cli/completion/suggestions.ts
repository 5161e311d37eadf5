/** One completion of the current word. */
export interface Candidate {
  value: string;
  description?: string;
}

/** The suggestions for the shell. */
export interface Suggestions {
  candidates: readonly Candidate[];
  /** For `files` and `directories`, the shell completes by itself; after `open` no space follows. */
  mode: 'plain' | 'open' | 'files' | 'directories';
}

export const NOTHING: Suggestions = { candidates: [], mode: 'plain' };

/** Candidates that start with the typed text. */
export function beginningWith(
  current: string,
  candidates: readonly Candidate[],
  mode: Suggestions['mode'] = 'plain',
): Suggestions {
  return { candidates: candidates.filter(({ value }) => value.startsWith(current)), mode };
}
