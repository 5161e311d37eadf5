import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely';
import type { Database } from '../store/schema.js';

const SEARCHED = ['feeds.title', 'feeds.title_override', 'feeds.source_url'] as const;

/** True for feeds with this text in their title or address, whatever its case. */
export function matches(
  feed: ExpressionBuilder<Database, 'feeds'>,
  search: string,
): ExpressionWrapper<Database, 'feeds', SqlBool> {
  const patterns = variants(search).map((text) => `%${text.replace(/[\\%_]/g, '\\$&')}%`);
  return feed.or(
    SEARCHED.flatMap((column) =>
      patterns.map(
        (pattern) => sql<SqlBool>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`,
      ),
    ),
  );
}

/** SQLite's `lower` knows no letters beyond ASCII, so those are also looked for in capitals. */
function variants(search: string): string[] {
  const lower = search.toLowerCase();
  const capitals = [...lower].map((letter) => (letter < '\x80' ? letter : letter.toUpperCase()));
  const [first = '', ...rest] = lower;
  const capitalised = (first < '\x80' ? first : first.toUpperCase()) + rest.join('');
  return [...new Set([lower, capitals.join(''), capitalised])];
}
