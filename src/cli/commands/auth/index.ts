import type { Noun } from '../../verbs/verb.js';
import { login } from './login.js';
import { logout } from './logout.js';
import { status } from './status.js';
import { token } from './token.js';

export const auth: Noun = {
  name: 'auth',
  summary: 'Log in, log out, show the credentials in use',
  members: [login, logout, status, token],
};

/** Both are also top-level commands. */
export { login, logout };
