import * as z from 'zod';
import { MAX_STEPS, parseStep, RENDER_CHOICES, STEP_RULE } from './render-steps.js';

export const renderSchema = z
  .enum(RENDER_CHOICES)
  .describe(
    'Whether a browser opens the page: auto only when it is empty without one, or has steps',
  );

export const stepsSchema = z
  .array(
    z
      .string()
      .max(1000)
      .refine((step) => parseStep(step) !== null, { error: `must be ${STEP_RULE}` }),
  )
  .max(MAX_STEPS)
  .describe(
    `Steps in the browser before the page is read, at most ${MAX_STEPS}: click=CSS, wait=CSS, scroll`,
  );
