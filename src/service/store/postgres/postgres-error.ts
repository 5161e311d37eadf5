import { errorCode } from '../../../base/errors.js';
import { PLACES, SERVICE_SETTINGS } from '../../../resources/operator.js';
import { ServiceError } from '../../core/errors.js';

/** True for a conflict with another transaction; a retry may succeed. */
export function isConflict(error: unknown): boolean {
  const cause = error instanceof ServiceError ? error.cause : error;
  const code = errorCode(cause);
  return code === '40001' || code === '40P01' || isUnnamed(cause);
}

/**
 * True if the name of a statement is invalid: unknown on this connection (26000), already used
 * (42P05), or its tables changed (0A000, which only the text distinguishes).
 */
export function isUnnamed(error: unknown): boolean {
  const code = errorCode(error);
  const changed = code === '0A000' && error instanceof Error && /cached plan/.test(error.message);
  return changed || code === '26000' || code === '42P05';
}

/** Messages of pg about a lost connection that have no code. */
const LOST =
  /connection terminated|connection error|not queryable|connection.*closed|read timeout/i;

/** True if the connection is unusable after this error. */
export function isLost(error: unknown): boolean {
  const code = errorCode(error) ?? '';
  if (/^(?:08|57P0)/.test(code) || /^E[A-Z]+$/.test(code)) return true;
  return error instanceof Error && LOST.test(error.message);
}

/** True if the server is a read-only copy, or became one. */
export function isReadOnly(error: unknown): boolean {
  return errorCode(error) === '25006';
}

/**
 * Explains errors that the operator can fix; others (broken constraint, wrong statement) are
 * internal errors and returned unchanged. @param shown location of the database, without secrets
 */
export function explainPostgresError(error: unknown, shown: string): unknown {
  if (error instanceof ServiceError) return error;
  const message = explanation(error, shown);
  return message === undefined
    ? error
    : new ServiceError('STORE_UNAVAILABLE', message, { cause: error, retryAfterSeconds: 5 });
}

/** Causes and fixes by SQLSTATE, or its first characters. */
const STATES: readonly (readonly [state: string, says: string])[] = [
  [
    '28P01',
    `refuses the user or the password. Set the right one in ${PLACES.databaseUrl.name}, PGPASSWORD or ~/.pgpass.`,
  ],
  [
    '28',
    `does not let this user in. Check the user in ${PLACES.databaseUrl.name}, and pg_hba.conf on the server.`,
  ],
  [
    '3D000',
    `does not exist on its server. Create it (createdb), or correct ${PLACES.databaseUrl.name}.`,
  ],
  [
    '42501',
    'does not allow this user what feedctl needs. Make the user its owner, or grant it CREATE and USAGE on the schema.',
  ],
  [
    '53100',
    'has no disk space left. Free some space on its server and try again; nothing of this request was stored.',
  ],
  ['53200', 'is out of memory. Try again; if it lasts, give its server more memory.'],
  [
    '53300',
    `has no connection left. Lower ${SERVICE_SETTINGS.databasePool.name} of the processes that use it, or raise max_connections.`,
  ],
  ['53', 'is short of resources. Try again soon.'],
  [
    '57014',
    `took too long for a statement, which was broken off. Try again; if it lasts, look at its load, or raise ${SERVICE_SETTINGS.databaseStatementTimeoutMs.name}.`,
  ],
  ['57P03', 'is starting up or shutting down. Try again soon.'],
  ['57P', 'is being shut down or restarted. Try again soon.'],
  ['55P03', 'is locked by somebody else. Try again soon.'],
  ['40', 'was changed by others at the same time. Try again.'],
  [
    '25006',
    `takes no writes: it is a read-only copy. Point ${PLACES.databaseUrl.name} at the primary server.`,
  ],
  ['25P03', 'ended a transaction that had stood still for too long. Try again.'],
  ['08', 'broke off the connection. Try again soon.'],
  ['58', 'could not read or write its files. Look into the log of its server.'],
  ['XX', 'reports that it is damaged, or a fault of its own. Look into the log of its server.'],
];

const NODE_CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: `cannot be reached: nothing listens at its address. Start its server, or correct ${PLACES.databaseUrl.name}.`,
  ENOENT: `cannot be reached: its socket or a certificate file is not there. Start its server, or correct ${PLACES.databaseUrl.name}.`,
  ENOTFOUND: `cannot be reached: its host name is unknown. Correct ${PLACES.databaseUrl.name}.`,
  EAI_AGAIN:
    'cannot be reached: looking up its host name failed. Check the network, and try again.',
  EACCES:
    'cannot be reached: permission denied. Check the mode of its socket or of the certificate files.',
};

function explanation(error: unknown, shown: string): string | undefined {
  const subject = `The database ${shown}`;
  const code = errorCode(error) ?? '';
  const message = error instanceof Error ? error.message : '';
  const node =
    NODE_CODES[code] ?? (error instanceof AggregateError ? NODE_CODES.ECONNREFUSED : undefined);
  if (node !== undefined) return `${subject} ${node}`;
  // PgBouncer refuses a parameter with the code of a protocol error; its message names one at a
  // time.
  if (/unsupported startup parameter/i.test(message)) {
    return `${subject} is behind PgBouncer, which refuses a setting of the connection (${message}). Set in pgbouncer.ini: ignore_startup_parameters = extra_float_digits,statement_timeout,idle_in_transaction_session_timeout`;
  }
  const state = /^[0-9A-Z]{5}$/.test(code) && STATES.find(([start]) => code.startsWith(start));
  if (state) return `${subject} ${state[1]}`;
  if (/timeout exceeded when trying to connect/.test(message)) {
    return `All connections to the database ${shown} were in use for too long. Try again; if it lasts, raise ${SERVICE_SETTINGS.databasePool.name}.`;
  }
  if (/certificate|SSL|TLS/i.test(`${code} ${message}`)) {
    return `${subject} cannot be reached securely (${message}). Correct sslmode and sslrootcert in ${PLACES.databaseUrl.name}.`;
  }
  if (/password must be a string|no password/i.test(message)) {
    return `${subject} asks for a password. Set one in ${PLACES.databaseUrl.name}, PGPASSWORD or ~/.pgpass.`;
  }
  if (isLost(error)) {
    return `The connection to the database ${shown} was lost. It is made anew by itself: try again soon.`;
  }
  return undefined;
}
