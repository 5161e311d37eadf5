/** One thing the current word may become. */
export interface Candidate {
  value: string;
  description?: string;
}

/** What the shell is to offer. */
export interface Suggestions {
  candidates: readonly Candidate[];
  /** `files` and `directories` are the shell's own affair; after `open` no space follows. */
  mode: 'plain' | 'open' | 'files' | 'directories';
}

export const NOTHING: Suggestions = { candidates: [], mode: 'plain' };

/** Those that begin with what is there already. */
export function beginningWith(
  current: string,
  candidates: readonly Candidate[],
  mode: Suggestions['mode'] = 'plain',
): Suggestions {
  return { candidates: candidates.filter(({ value }) => value.startsWith(current)), mode };
}
