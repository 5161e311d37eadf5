import type { RenderChoice } from '../../contract/index.js';

/** The stored form; null for `auto`. */
export function renderColumn(render: RenderChoice): 'always' | 'never' | null {
  return render === 'always' || render === 'never' ? render : null;
}

/** The stored form; null without steps. */
export function stepsColumn(steps: readonly string[] | undefined): string | null {
  return steps === undefined || steps.length === 0 ? null : JSON.stringify(steps);
}

/** The steps of the stored form. */
export function storedSteps(stored: string | null): string[] {
  return stored === null ? [] : (JSON.parse(stored) as string[]);
}
