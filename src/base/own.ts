/** A row of a table by a name from outside; undefined for what every object has, such as `constructor`. */
export function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
