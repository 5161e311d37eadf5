import {
  MAX_STEPS,
  parseStep,
  type RenderChoice,
  STEP_RULE,
} from '../../../contract/render-steps.js';
import { choice, type OptionSpec, texts, UsageError } from '../../kit/index.js';
import type { Context } from '../../verbs/context.js';

const RENDER_CHOICES = ['auto', 'always', 'never'] as const satisfies RenderChoice[];

const step = texts(
  'STEP',
  `step in the browser before the page is read: click=CSS, wait=CSS or scroll; up to ${MAX_STEPS}`,
);

const stepOption: OptionSpec<readonly string[]> = {
  ...step,
  parse(given, flag) {
    const all = step.parse(given, flag);
    // `--step ""` removes the steps of a feed.
    if (all.length === 1 && all[0]?.trim() === '') return all;
    for (const one of all) {
      if (parseStep(one) === null) {
        throw new UsageError(`"${one}" is not a step: ${flag} takes ${STEP_RULE}.`);
      }
    }
    if (all.length > MAX_STEPS) throw new UsageError(`${flag} takes at most ${MAX_STEPS} steps.`);
    return all;
  },
};

/** How a page is opened; read by `rendering`. */
export const renderOptions = {
  render: choice(RENDER_CHOICES, 'WHEN', 'open the page in the browser of the service'),
  step: stepOption,
};

export interface RenderFlags {
  render?: RenderChoice | undefined;
  step?: readonly string[] | undefined;
}

/** The flags as fields of the service; fields that were not given are left out. */
export function rendering({ render, step = [] }: RenderFlags): {
  render?: RenderChoice;
  steps?: string[];
} {
  return {
    ...(render !== undefined && { render }),
    ...(step.length > 0 && { steps: step.filter((one) => one.trim() !== '') }),
  };
}

/** The flags, to be typed again. */
export function renderFlags({ render, step = [] }: RenderFlags): string[] {
  return [
    ...(render === undefined ? [] : ['--render', render]),
    ...step.flatMap((one) => ['--step', one]),
  ];
}

/** @throws {UsageError} at a service that would ignore the choice */
export async function requireRendering(context: Context, flags: RenderFlags): Promise<void> {
  const [flag] = renderFlags(flags);
  if (flag === undefined) return;
  const client = await context.client();
  if ((await client.detectService()).version !== null) return;
  throw new UsageError(`${flag} requires a feedctl service; this service opens pages by itself.`);
}
