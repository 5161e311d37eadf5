// Kept apart from the schemas, because the flags of the command line need only these values: zod
// would double the start of every command.

/** When a browser opens a page. */
export const RENDER_CHOICES = ['auto', 'always', 'never'] as const;
export type RenderChoice = (typeof RENDER_CHOICES)[number];

/** Maximum number of steps before a page is read. */
export const MAX_STEPS = 5;

/** A step that the browser takes before the page is read. */
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
