import type { Hono } from 'hono';
import { ServiceError } from '../core/errors.js';
import type { HttpEnv } from './http-deps.js';

/** Answers 405 with the methods that an address does take; to be called after its routes. */
export function refuseOtherMethods(
  app: Hono<HttpEnv>,
  routes: readonly { method: string; path: string }[],
): void {
  for (const path of new Set(routes.map((route) => route.path))) {
    const allowed = routes.filter((route) => route.path === path).map((route) => route.method);
    if (allowed.includes('GET')) allowed.push('HEAD');
    const allow = allowed.join(', ');
    app.all(path, (context) => {
      context.header('Allow', allow);
      throw new ServiceError(
        'METHOD_NOT_ALLOWED',
        `${context.req.path} does not take ${context.req.method}. It takes: ${allow}.`,
      );
    });
  }
}
