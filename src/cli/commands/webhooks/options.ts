import { choice, text } from '../../kit/index.js';

export const secretFileOption = text(
  'FILE',
  'file with the secret of the webhook; one per line during a rotation',
);

export const schemeOption = choice(
  ['auto', 'standard', 't-v1'],
  'SCHEME',
  'signature scheme (default auto: detected from the headers)',
);
