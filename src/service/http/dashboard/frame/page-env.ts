import type { Context, Hono } from 'hono';
import type { Session } from '../../../dashboard/sessions.js';

/** What the pages are answered with. */
export interface PageEnv {
  Bindings: { requestId: string; clientAddress: string };
  Variables: {
    /** Set on every page but those of signing in. */
    session: Session;
    /** What the forms of this visitor carry, so that no other site can send them. */
    formToken: string;
  };
}

export type PageContext = Context<PageEnv>;
export type PageApp = Hono<PageEnv>;
