import { deliverBeforeExit } from '../../../connection/deliver-before-exit.js';
import type { Service } from '../../../connection/embedded.js';
import type { Context } from '../../../verbs/context.js';

/** Sends what was just queued, under a spinner. */
export async function deliverNow(context: Context, service: Service): Promise<void> {
  await context.during('Delivering', () => deliverBeforeExit(service, context));
}
