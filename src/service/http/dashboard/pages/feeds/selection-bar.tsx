import { LENGTHS } from '../../../../../contract/index.js';
import { INTERVALS } from '../../kit/resource-inputs.js';

type Options = readonly (readonly [value: string, label: string])[];

/** What can be done with the selected rows of the list: the buttons of the form around it. */
export function SelectionBar(props: {
  bundles: Options;
  /** How many feeds match, when there are more than on this page. */
  matching: 'all' | 'found' | null;
}) {
  const { bundles, matching } = props;
  return (
    <section class="selection" aria-label="With the selected feeds">
      {/* Enter in a text field presses the first button: it must do nothing. */}
      <button type="submit" class="unseen" tabindex={-1}>
        Choose an action
      </button>
      {matching !== null && (
        <label class="choice">
          <input type="checkbox" name="all" value="1" />
          {matching === 'all' ? 'All feeds, on every page' : 'All that match, on every page'}
        </label>
      )}
      <span class="muted" data-selected />
      <div class="actions">
        <Act value="refresh">Refresh</Act>
        <Act value="pause">Pause</Act>
        <Act value="resume">Resume</Act>
        <Act value="export">Export…</Act>
        <Act value="delete">Delete…</Act>
        <details class="more">
          <summary class="button quiet small">Interval or bundle…</summary>
          <div class="selection-more">
            <div class="field">
              <label for="f-interval">Interval</label>
              <select id="f-interval" name="interval">
                {INTERVALS.map(([value, label]) => (
                  <option value={value}>{label}</option>
                ))}
              </select>
              <Act value="interval">Set interval</Act>
            </div>
            <div class="field">
              <label for="f-to-bundle">Bundle</label>
              <select id="f-to-bundle" name="bundle">
                <option value="">New bundle, named below</option>
                {bundles.map(([id, name]) => (
                  <option value={id}>{name}</option>
                ))}
              </select>
              <label for="f-bundle-name">Name of a new bundle</label>
              <input id="f-bundle-name" name="bundle_name" maxlength={LENGTHS.title} />
              <span class="actions">
                <Act value="add">Add to bundle</Act>
                <Act value="remove">Remove from bundle</Act>
              </span>
            </div>
          </div>
        </details>
      </div>
    </section>
  );
}

function Act(props: { value: string; children: string }) {
  return (
    <button type="submit" class="button quiet small" name="action" value={props.value}>
      {props.children}
    </button>
  );
}
