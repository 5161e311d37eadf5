/**
 * A row of a table by an untrusted name; undefined for inherited properties such as `constructor`.
 */
export function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
