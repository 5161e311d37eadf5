import { FILTER_LIMITS } from '../../../contract/index.js';
import { FormCard } from '../kit/form.js';
import { RULES_HINT, rowLines } from '../kit/rows.js';
import { does, type Screen } from '../kit/screen.js';

/** `/dashboard/items/muted`: rules for the items of all feeds. */
export const MUTED_ITEMS: Screen = {
  async show(visit) {
    const { rules } = await visit.call('getMute');
    return {
      title: 'Mute words',
      content: (
        <FormCard
          action="items/muted"
          title="Hide items in all feeds"
          submit="Save"
          inputs={[
            {
              name: 'rules',
              label: 'Words',
              hint: `${RULES_HINT}. Items stay stored; they are hidden on pages, in published feeds and in webhooks.`,
              as: 'lines',
              rows: 8,
              maxLength: FILTER_LIMITS.rules * (FILTER_LIMITS.ruleLength + 1),
            },
          ]}
          values={{ rules: rules.join('\n') }}
          class="narrow"
        />
      ),
    };
  },
  actions: {
    'items/muted': does('updateMute', 'words-muted', {
      of: (form) => ({ body: { rules: rowLines(form.text('rules')) } }),
      to: 'items',
    }),
  },
};
