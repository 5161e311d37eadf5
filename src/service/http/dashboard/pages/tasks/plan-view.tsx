import type { FilePlan, PlannedChange } from '../../../../dashboard/task-input.js';
import { Badge } from '../../views/pieces.js';
import { counted } from './task-words.js';

/** Changes that the page shows. */
const SHOWN = 200;

const TONES = { create: 'good', update: 'warn', delete: 'bad' } as const;
const VERBS = { create: 'New', update: 'Changed', delete: 'Deleted' } as const;

/** What a file changes, what it leaves as it is, and what cannot be used. */
export function PlanView({ plan }: { plan: FilePlan }) {
  const { changes, unchanged, skipped, warnings } = plan;
  const rest = changes.length - SHOWN;
  return (
    <>
      <p class="muted">
        {counted(unchanged.feeds, 'feed')} and {counted(unchanged.bundles, 'bundle')} of the file
        are in your account already.
      </p>
      {warnings.map((warning) => (
        <p class="notice warn">{warning}</p>
      ))}
      {changes.length > 0 && (
        <ul class="plain plan">
          {changes.slice(0, SHOWN).map((change) => (
            <Change {...change} />
          ))}
          {rest > 0 && <li class="muted">and {rest.toLocaleString('en')} more</li>}
        </ul>
      )}
      {skipped.length > 0 && (
        <>
          <h2>Entries that cannot be used</h2>
          <ul class="plain">
            {skipped.slice(0, SHOWN).map(({ line, title, value, reason }) => (
              <li>
                <strong>Line {line}</strong> <bdi>{title}</bdi> <bdi>{value}</bdi>
                <div class="meta">{reason}</div>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Change({ action, kind, name, details }: PlannedChange) {
  return (
    <li>
      <Badge tone={TONES[action]}>
        {VERBS[action]} {kind}
      </Badge>{' '}
      <bdi>{name}</bdi>
      {details.map((line) => (
        <div class="meta" dir="auto">
          {line}
        </div>
      ))}
    </li>
  );
}
