import { SearchBox } from '../../views/table.js';
import { type DeliveryQuery, RANGES } from './delivery-query.js';

/** Search, webhook and time range, by GET: what was found has an address. */
export function DeliveryFilters(props: {
  query: DeliveryQuery;
  addresses: ReadonlyMap<string, string>;
}) {
  const { query, addresses } = props;
  const { search, webhook = '', status, range = '', from = '', to = '' } = query;
  const hasMore = [webhook, range, from, to].some((value) => value !== '');
  return (
    <search>
      <form class="filters" method="get" action="deliveries">
        {status && <input type="hidden" name="status" value={status} />}
        <div class="search">
          <SearchBox
            label="Search feeds, or an event by its id"
            placeholder="Feed, or id of an event"
            value={search}
          />
        </div>
        <details open={hasMore}>
          <summary>Webhook and time</summary>
          <div class="filter-fields">
            <div class="field">
              <label for="f-webhook">Webhook</label>
              <select id="f-webhook" name="webhook">
                <option value="">All webhooks</option>
                {[...addresses].map(([id, url]) => (
                  <option value={id} selected={id === webhook}>
                    {url}
                  </option>
                ))}
              </select>
            </div>
            <div class="field">
              <label for="f-range">Time</label>
              <select id="f-range" name="range">
                <option value="">Any time</option>
                {RANGES.map(([name, , label]) => (
                  <option value={name} selected={name === range}>
                    {label}
                  </option>
                ))}
              </select>
            </div>
            <div class="field">
              <label for="f-from">From day (UTC)</label>
              <input id="f-from" name="from" type="date" value={from} />
            </div>
            <div class="field">
              <label for="f-to">To day (UTC)</label>
              <input id="f-to" name="to" type="date" value={to} />
            </div>
            <div class="field">
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
