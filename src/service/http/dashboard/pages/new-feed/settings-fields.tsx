import { type BundleSummary, LENGTHS } from '../../../../../contract/index.js';
import { SelectField, TextField } from '../../views/form.js';
import { ScheduleFields } from '../../views/schedule-fields.js';
import type { Draft } from './draft.js';
import type { Problems } from './problems.js';

interface SettingsProps {
  draft: Draft;
  sourceTitle: string;
  problems: Problems;
  bundles: readonly BundleSummary[];
}

/** The settings of the new feed, and the button that creates it. */
export function SettingsFields({ draft, sourceTitle, problems, bundles }: SettingsProps) {
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
          hint="Joins several feeds under one address."
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
          hint="Only for “A new bundle”."
          value={draft.new_bundle ?? ''}
          error={problems.new_bundle}
          maxLength={LENGTHS.title}
        />
      </div>
      <ScheduleFields values={draft} errors={problems} />
      <div>
        <button type="submit" name="do" value="create" class="button primary">
          Create feed
        </button>
      </div>
    </section>
  );
}
