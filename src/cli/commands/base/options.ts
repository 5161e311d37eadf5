import { choice } from '../../options.js';

/** Orders of items; the service's own default is last_added. */
export const sortOption = choice(['last_added', 'date'], 'ORDER', 'order of the items');
