import { choice } from '../../frame.js';

/** Orders of items; the service's own default is last_added. */
export const sortOption = choice(['last_added', 'date'], 'ORDER', 'order of the items');
