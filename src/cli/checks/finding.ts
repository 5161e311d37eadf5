import type { ChalkInstance } from 'chalk';
import { accountFlags, type GlobalOptions, shellCommand } from '../kit/index.js';
import { plainOutput } from '../kit/plain.js';

/** The result of a check, as `health` and `doctor` print it. */
export interface Finding {
  /** Name of the check. */
  check: string;
  status: 'ok' | 'warn' | 'fail' | 'problem' | 'recovered';
  detail: string;
  /** Commands that fix it; empty when none is needed or known. */
  fixes: readonly string[];
  /** Id of the feed or bundle that it is about, if any. */
  id?: string;
  title?: string;
}

/** Commands that use the same account. @param fixes the words of each after `feedctl` */
export function fixCommands(
  fixes: readonly (readonly string[])[],
  globals: GlobalOptions,
): readonly string[] {
  return fixes.map((words) => shellCommand(['feedctl', ...words, ...accountFlags(globals)]));
}

/** A finding on a terminal: each command on its own line, so that it can be copied. */
export function findingLines(row: object, paint: ChalkInstance): string {
  const { check, status, detail, fixes, id, title } = row as Finding;
  const commands = (indent: string) =>
    fixes.map((fix) => `${indent}${paint.green(plainOutput(fix))}`);
  if (id === undefined) {
    const line = `${MARKS[status](paint)}  ${paint.bold(check)}: ${plainOutput(detail)}`;
    return [line, ...commands('      ')].join('\n');
  }
  const word = status === 'recovered' ? paint.green('recovered') : paint.red(check);
  const head = `${word}  ${paint.cyan(id)}  ${paint.bold(plainOutput(title ?? ''))}`;
  return [head, `  ${plainOutput(detail)}`, ...commands('  ')].join('\n');
}

const MARKS: Readonly<Record<Finding['status'], (paint: ChalkInstance) => string>> = {
  ok: (paint) => paint.green('ok  '),
  warn: (paint) => paint.yellow('warn'),
  fail: (paint) => paint.red('fail'),
  problem: (paint) => paint.red('fail'),
  recovered: (paint) => paint.green('ok  '),
};
