import * as z from 'zod';

/** Most steps before a page is read. */
export const MAX_STEPS = 5;

export const renderSchema = z
  .enum(['auto', 'always', 'never'])
  .describe(
    'Whether a browser opens the page: auto only when it is empty without one, or has steps',
  );
export type RenderChoice = z.infer<typeof renderSchema>;

/** A step of the browser before the page is read. */
export type RenderStep = { kind: 'click' | 'wait'; selector: string } | { kind: 'scroll' };

const STEP = /^(click|wait)=\s*(\S.*?)\s*$/s;

/** The rule for a step, to complete `must be …`. */
export const STEP_RULE = "click=CSS, wait=CSS or scroll, such as click='button.more'";

/** Parses `click=CSS`, `wait=CSS` and `scroll`; null for anything else. */
export function parseStep(text: string): RenderStep | null {
  if (text.trim() === 'scroll') return { kind: 'scroll' };
  const [, kind, selector] = STEP.exec(text) ?? [];
  if ((kind !== 'click' && kind !== 'wait') || selector === undefined) return null;
  return { kind, selector };
}

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
