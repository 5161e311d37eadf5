import {
  MAX_STEPS,
  parseStep,
  type RenderChoice,
  STEP_RULE,
} from '../../../contract/render-steps.js';
import { choice, type OptionSpec, texts, UsageError } from '../../kit/index.js';

const RENDER_CHOICES = ['auto', 'always', 'never'] as const satisfies RenderChoice[];

const step = texts(
  'STEP',
  `step in the browser before the page is read: click=CSS, wait=CSS or scroll; up to ${MAX_STEPS}`,
);

/** `--step click=CSS`: what the browser does before the page is read. */
export const stepOption: OptionSpec<readonly string[]> = {
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

/** `--render always`: whether a browser opens the page. */
export const renderOption = choice(
  RENDER_CHOICES,
  'WHEN',
  'open the page in the browser of the service',
);
