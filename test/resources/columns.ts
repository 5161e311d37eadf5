import type { ShownFields } from '../../src/resources/shown.js';

/** The columns of a table from the one that a narrow terminal keeps longest; equals in one text. */
export function columnsOf(fields: ShownFields): string[] {
  const byRank = new Map<number, string[]>();
  for (const [name, { rank }] of Object.entries(fields)) {
    if (rank !== undefined) byRank.set(rank, [...(byRank.get(rank) ?? []), name]);
  }
  const ranks = [...byRank].sort(([one], [other]) => one - other);
  return ranks.map(([, names]) => names.join(' '));
}

/** The names of the rows for which a fact holds. */
export function namesWith(fields: ShownFields, fact: 'optional' | 'hidden'): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.[fact]);
}
