import type { FeedCounts } from '../../../../dashboard/find-feeds.js';
import { address } from '../../views/bundle-frame.js';
import { KIND_LABELS } from '../../views/feed-frame.js';
import { SearchBox } from '../../views/table.js';
import { isNarrowed, KINDS, type ListQuery, listAddress, PAGE_SIZES } from './list-query.js';

const TABS = [
  [null, 'All', 'all'],
  ['ok', 'Fine', 'ok'],
  ['failing', 'Failing', 'failing'],
  ['inactive', 'Not active', 'inactive'],
] as const;

export function HealthTabs({ counts, query }: { counts: FeedCounts; query: ListQuery }) {
  return (
    <nav class="tabs" aria-label="Feeds by health">
      <ul>
        {TABS.map(([health, label, count]) => {
          const isHere = health === query.health && query.state === undefined;
          return (
            <li>
              <a
                href={address('feeds', listAddress({ ...query, health, state: undefined }))}
                {...(isHere ? { 'aria-current': 'page' } : {})}
              >
                {label} <span class="count">{counts[count].toLocaleString('en')}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

const STATE_OPTIONS = [
  ['', 'Any state'],
  ['ok', 'Fine'],
  ['failing', 'Failing'],
  ['inactive', 'Not active'],
  ['paused', 'Paused'],
  ['drifted', 'List moved'],
] as const;

const SORT_OPTIONS = [
  ['', 'Newest feed first'],
  ['title', 'Title'],
  ['last_item', 'Newest item first'],
  ['health', 'Worst health first'],
] as const;

const KIND_OPTIONS = [
  ['', 'Any kind'],
  ...KINDS.map((kind) => [kind, KIND_LABELS[kind]] as const),
] as const;

type Options = readonly (readonly [value: string, label: string])[];

/** Search, filters and order, by GET: what was found has an address. */
export function ListFilters({ query, bundles }: { query: ListQuery; bundles: Options }) {
  const { search, site = '', tag = '', kind = '', bundleId = '', sort = '', size } = query;
  const hasMore = isNarrowed({ ...query, search: '' }) || sort !== '' || size !== PAGE_SIZES[0];
  return (
    <search>
      <form class="filters" method="get" action="feeds">
        <div class="search">
          <SearchBox label="Search titles and addresses" value={search} />
        </div>
        <details open={hasMore}>
          <summary>Filter and sort</summary>
          <div class="filter-fields">
            <Choice
              name="show"
              label="State"
              value={query.health ?? query.state ?? ''}
              options={STATE_OPTIONS}
            />
            <Choice name="kind" label="Kind" value={kind} options={KIND_OPTIONS} />
            <Choice
              name="bundle"
              label="Bundle"
              value={bundleId}
              options={[['', 'Any bundle'], ...bundles]}
            />
            <div class="field">
              <label for="f-site">Site</label>
              <input id="f-site" name="site" value={site} placeholder="example.com" />
            </div>
            <div class="field">
              <label for="f-tag">Tag of items</label>
              <input id="f-tag" name="tag" value={tag} placeholder="science" />
            </div>
            <Choice name="sort" label="Order" value={sort} options={SORT_OPTIONS} />
            <Choice
              name="size"
              label="Feeds on a page"
              value={String(size)}
              options={PAGE_SIZES.map((each) => [String(each), String(each)] as const)}
            />
            <div class="field end">
              <button type="submit" class="button quiet">
                Show
              </button>
            </div>
          </div>
        </details>
      </form>
    </search>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  value: string;
  options: Options;
}

/** A value that is not among the options, such as a deleted bundle, stays selected. */
function Choice({ name, label, value, options }: ChoiceProps) {
  const isKnown = options.some(([option]) => option === value);
  return (
    <div class="field">
      <label for={`f-${name}`}>{label}</label>
      <select id={`f-${name}`} name={name}>
        {options.map(([option, text]) => (
          <option value={option} selected={option === value}>
            {text}
          </option>
        ))}
        {!isKnown && (
          <option value={value} selected>
            {value}
          </option>
        )}
      </select>
    </div>
  );
}
