import type { FilePlan, PlannedChange } from '../../../../dashboard/task-input.js';
import { counted } from './task-words.js';

/** Changes that the page shows of each group. */
const SHOWN = 200;

const VERBS = { create: 'new', update: 'changed', delete: 'deleted' } as const;

/** What a file changes, what it leaves as it is, and what cannot be used; each list opens. */
export function PlanView({ plan }: { plan: FilePlan }) {
  const { changes, unchanged, skipped, warnings } = plan;
  return (
    <>
      {warnings.map((warning) => (
        <p class="notice warn">{warning}</p>
      ))}
      {groupsOf(changes).map(([title, group]) => (
        <Group title={title} count={group.length}>
          {group.slice(0, SHOWN).map(({ name, details }) => (
            <li>
              <bdi>{name}</bdi>
              {details.map((line) => (
                <div class="meta" dir="auto">
                  {line}
                </div>
              ))}
            </li>
          ))}
        </Group>
      ))}
      {skipped.length > 0 && (
        <Group title="Entries that cannot be used" count={skipped.length} isOpen>
          {skipped.slice(0, SHOWN).map(({ line, title, value, reason }) => (
            <li>
              <strong>Line {line}</strong> <bdi>{title}</bdi> <bdi>{value}</bdi>
              <div class="meta">{reason}</div>
            </li>
          ))}
        </Group>
      )}
      <p class="muted">
        {counted(unchanged.feeds, 'feed')} and {counted(unchanged.bundles, 'bundle')} of the file
        are in your account already.
      </p>
    </>
  );
}

interface GroupProps {
  title: string;
  count: number;
  isOpen?: boolean;
  children?: unknown;
}

function Group({ title, count, isOpen = false, children }: GroupProps) {
  const rest = count - SHOWN;
  return (
    <details open={isOpen}>
      <summary>
        {title} <span class="count">{count.toLocaleString('en')}</span>
      </summary>
      <ul class="plain plan">
        {children}
        {rest > 0 && <li class="muted">and {rest.toLocaleString('en')} more</li>}
      </ul>
    </details>
  );
}

/** Such as `Feeds: new`. */
function groupsOf(changes: readonly PlannedChange[]) {
  const groups = new Map<string, PlannedChange[]>();
  for (const change of changes) {
    const title = `${change.kind === 'feed' ? 'Feeds' : 'Bundles'}: ${VERBS[change.action]}`;
    groups.set(title, [...(groups.get(title) ?? []), change]);
  }
  return [...groups];
}
