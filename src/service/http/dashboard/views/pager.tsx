import { address } from './address.js';

/** Where in a list somebody is; pages count from 1. */
export interface PageOf {
  number: number;
  /** Whether there is another one after it. */
  hasNext: boolean;
}

/** Older and newer pages of a list. @param query what else the address says, such as a search. */
export function Pager(props: { path: string; query?: Record<string, string>; page: PageOf }) {
  const { number, hasNext } = props.page;
  if (number === 1 && !hasNext) return null;
  const to = (target: number) => address(props.path, { ...props.query, page: String(target) });
  return (
    <nav class="pager" aria-label="Pages">
      {number > 1 ? (
        <a href={to(number - 1)} rel="prev">
          Previous
        </a>
      ) : (
        <span />
      )}
      <span>Page {number}</span>
      {hasNext ? (
        <a href={to(number + 1)} rel="next">
          Next
        </a>
      ) : (
        <span />
      )}
    </nav>
  );
}

const HIGHEST = 1_000_000;

/** The page that the address asks for; anything else than a number is the first. */
export function pageNumber(asked: string | undefined): number {
  return asked !== undefined && /^[1-9]\d{0,6}$/.test(asked) ? Math.min(Number(asked), HIGHEST) : 1;
}
