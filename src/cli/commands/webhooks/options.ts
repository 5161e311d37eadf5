import { choice, text } from '../../kit/index.js';

export const secretFileOption = text(
  'FILE',
  'file with the secret of the webhook; several, a line each, while one is replaced',
);

export const schemeOption = choice(
  ['auto', 'standard', 't-v1'],
  'SCHEME',
  'how messages are signed (default auto: by their headers)',
);
