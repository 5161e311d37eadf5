import { createHash } from 'node:crypto';

const SECOND_LEVEL = new Set('ac co com edu go gob gov gouv ne net nic or org'.split(' '));

/**
 * Whether pages of a site may be looked at and learned from. The others are kept for judging the
 * result from outside: half of all sites, by a hash of their domain.
 */
export function isForTraining(url: string): boolean {
  const labels = new URL(url).hostname.replace(/\.$/, '').split('.');
  const [second = '', top = ''] = labels.slice(-2);
  const site = labels.slice(top.length === 2 && SECOND_LEVEL.has(second) ? -3 : -2).join('.');
  return /^[0-7]/.test(createHash('sha256').update(site).digest('hex'));
}
