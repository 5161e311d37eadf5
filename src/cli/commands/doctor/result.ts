import type { Finding } from '../../checks/finding.js';

/** The result of a check, or of the part of it that `check` names. */
export type Result = Pick<Finding, 'status' | 'detail' | 'fixes'> & { check?: string };

export function ok(detail: string): Result {
  return { status: 'ok', detail, fixes: [] };
}

/** @param fixes commands */
export function warn(detail: string, ...fixes: string[]): Result {
  return { status: 'warn', detail, fixes };
}

/** @param fix a command */
export function fail(detail: string, fix?: string): Result {
  return { status: 'fail', detail, fixes: fix === undefined ? [] : [fix] };
}
