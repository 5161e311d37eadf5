import type { Context } from '../../../context.js';
import { deliverBeforeExit } from '../../../deliver-before-exit.js';
import type { Service } from '../../../embedded.js';

/** Sends what was just queued, under a spinner. */
export async function deliverNow(context: Context, service: Service): Promise<void> {
  await context.during('Delivering', () => deliverBeforeExit(service, context));
}
