import type { Child } from 'hono/jsx';
import { address } from './bundle-frame.js';

/** What a browser forgets when rows are laid out as blocks, and so is spelled out. */
const AS = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  heading: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

/** A table that becomes cards on a narrow screen. */
export function Table(props: {
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly Child[])[];
}) {
  return (
    <table {...AS.table} class="table">
      <caption class="unseen">{props.caption}</caption>
      <thead {...AS.group}>
        <tr {...AS.row}>
          {props.columns.map((name) => (
            <th {...AS.heading} scope="col">
              {name === '' ? <span class="unseen">Actions</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...AS.group}>
        {props.rows.map((cells) => (
          <tr {...AS.row}>
            {cells.map((cell, index) => (
              <td
                {...AS.cell}
                data-label={props.columns[index]}
                class={index === 0 ? 'first' : undefined}
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

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

/** Looks for something by GET, so that what was found has an address. */
export function Search(props: {
  action: string;
  label: string;
  value: string;
  hidden?: Record<string, string>;
}) {
  return (
    <search>
      <form class="search" method="get" action={props.action}>
        {Object.entries(props.hidden ?? {}).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <SearchBox label={props.label} value={props.value} />
      </form>
    </search>
  );
}

/** The field and the button of a search, in an element of the class `search`. */
export function SearchBox(props: { label: string; placeholder?: string; value: string }) {
  const { label, placeholder = label, value } = props;
  return (
    <>
      <label class="unseen" for="f-q">
        {label}
      </label>
      <input id="f-q" name="q" type="search" placeholder={placeholder} value={value} />
      <button type="submit" class="button quiet">
        Search
      </button>
    </>
  );
}
