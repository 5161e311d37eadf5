import type { DocumentChoice } from '../../../contract/requests.js';

/** Which document of an address is read; named here so that the contract is not loaded at start-up. */
export const DOCUMENT_CHOICES = ['auto', 'html', 'feed'] as const satisfies DocumentChoice[];

/** The choice that `--from` of `feeds create` names; anything else is a file or a pipe. */
export function documentChoice(from: string | undefined): DocumentChoice | undefined {
  return DOCUMENT_CHOICES.find((choice) => choice === from);
}
