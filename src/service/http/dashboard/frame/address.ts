/** A path with an optional query: `feeds?show=failing`. */
export function address(path: string, query: Record<string, string> = {}): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}?${text}`;
}

const HIGHEST = 1_000_000;

/** The page of a list that an address asks for; anything else than a number is the first. */
export function pageNumber(asked: string | undefined): number {
  return asked !== undefined && /^[1-9]\d{0,6}$/.test(asked) ? Math.min(Number(asked), HIGHEST) : 1;
}
