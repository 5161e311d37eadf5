import { type BundleSummary, LENGTHS } from '../../../../../contract/index.js';
import { SelectField, TextField } from '../../views/form.js';
import type { Draft } from './draft.js';
import type { Problems } from './problems.js';

const INTERVALS = [
  ['auto', 'As often as the source has something new'],
  ['15m', 'Every 15 minutes'],
  ['30m', 'Every 30 minutes'],
  ['1h', 'Every hour'],
  ['3h', 'Every 3 hours'],
  ['6h', 'Every 6 hours'],
  ['12h', 'Every 12 hours'],
  ['1d', 'Every day'],
  ['7d', 'Every week'],
] as const;

interface SettingsProps {
  draft: Draft;
  sourceTitle: string;
  problems: Problems;
  bundles: readonly BundleSummary[];
}

/** The settings of the new feed, and the button that creates it. */
export function SettingsFields({ draft, sourceTitle, problems, bundles }: SettingsProps) {
  const hasQuietHours = Boolean(draft.quiet_from || draft.quiet_to || problems.quiet_from);
  return (
    <section class="card fields" aria-labelledby="settings">
      <h2 id="settings">The new feed</h2>
      <input type="hidden" name="source_title" value={sourceTitle} />
      <TextField
        name="title"
        label="Title"
        value={draft.title ?? ''}
        error={problems.title}
        maxLength={LENGTHS.title}
      />
      <div class="columns">
        <SelectField
          name="bundle"
          label="Bundle"
          options={[
            ['', 'No bundle'],
            ...bundles.map(({ id, name }) => [id, name] as const),
            ['new', 'A new bundle'],
          ]}
          value={draft.bundle ?? ''}
        />
        <TextField
          name="new_bundle"
          label="Name of the new bundle"
          hint="Only for a new bundle."
          value={draft.new_bundle ?? ''}
          error={problems.new_bundle}
          maxLength={LENGTHS.title}
        />
      </div>
      <SelectField
        name="interval"
        label="Fetch"
        options={INTERVALS}
        value={draft.interval || 'auto'}
        error={problems.interval}
      />
      <details open={hasQuietHours}>
        <summary>Quiet hours</summary>
        <div class="columns spaced">
          <TextField
            name="quiet_from"
            label="Not fetched from"
            type="time"
            value={draft.quiet_from ?? ''}
            error={problems.quiet_from}
          />
          <TextField name="quiet_to" label="Until" type="time" value={draft.quiet_to ?? ''} />
          <TextField
            name="quiet_zone"
            label="Time zone"
            hint="Such as UTC or Europe/Berlin."
            value={draft.quiet_zone || 'UTC'}
            maxLength={50}
          />
        </div>
      </details>
      <label class="choice">
        <input type="checkbox" name="full_text" value="on" checked={draft.full_text === 'on'} />
        Fetch the full text of each new item from its page
      </label>
      <div>
        <button type="submit" name="do" value="create" class="button primary">
          Create feed
        </button>
      </div>
    </section>
  );
}
