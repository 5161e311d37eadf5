import type { HelpTopic } from '../kit/index.js';
import { environment } from './environment.js';
import { exitCodes } from './exit-codes.js';
import { output } from './output.js';

const TEXTS: Readonly<Record<HelpTopic, () => string>> = {
  environment,
  'exit-codes': exitCodes,
  output,
};

/** What `feedctl help TOPIC` prints. */
export function helpOn(topic: HelpTopic): string {
  return TEXTS[topic]();
}
